import { gunzipSync, gzipSync } from 'node:zlib';
import type { EncodedSeries, LabelledSeries, SeriesTable } from '../model/memory';

/** The byte of a gzip header that names the operating system, and its value for "unknown" (RFC 1952, section 2.3.1). */
const GZIP_SYSTEM = 9;
const UNKNOWN_SYSTEM = 255;

/**
 * A table as a file should hold it: `seriesGz` (every array as its first value and then differences, JSON, gzip,
 * base64), or the table itself as `series` where that is no longer. `serialise` turns either into the text that will
 * stand in the file; give it where that is not plain JSON: inside a string inside JSON every quote costs two characters.
 * The same table gives the same text.
 */
export function encodeSeries(
  table: SeriesTable,
  serialise: (encoded: EncodedSeries) => string = JSON.stringify,
): EncodedSeries {
  const raw = { series: { tMs: table.tMs, byProcess: table.byProcess } };
  const packed = { seriesGz: pack(table) };
  return serialise(packed).length < serialise(raw).length ? packed : raw;
}

/** The table in an encoded series. Throws a TypeError, saying what is wrong, when there is none in it. */
export function decodeSeries(encoded: EncodedSeries): SeriesTable {
  if ('seriesGz' in encoded) return unpack(encoded.seriesGz);
  return checkTable(encoded.series);
}

function pack(table: SeriesTable): string {
  const bytes = gzipSync(JSON.stringify(mapArrays(table, differences)), { level: 9 });
  // zlib leaves the time at 0 but writes the system it was compiled for; the same data must give the same bytes anywhere.
  bytes[GZIP_SYSTEM] = UNKNOWN_SYSTEM;
  return bytes.toString('base64');
}

function unpack(seriesGz: string): SeriesTable {
  let table: unknown;
  try {
    table = JSON.parse(gunzipSync(Buffer.from(seriesGz, 'base64')).toString());
  } catch (error) {
    throw new TypeError(`seriesGz: not gzipped JSON in base64 (${(error as Error).message})`);
  }
  return mapArrays(checkTable(table), runningSum);
}

function mapArrays(table: SeriesTable, map: (values: readonly number[]) => number[]): SeriesTable {
  return {
    tMs: map(table.tMs),
    byProcess: table.byProcess.map(({ label, mib }) => ({ label, mib: map(mib) })),
  };
}

function differences(values: readonly number[]): number[] {
  return values.map((value, i) => (i === 0 ? value : value - values[i - 1]!));
}

function runningSum(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
}

function checkTable(table: unknown): SeriesTable {
  const { tMs, byProcess } = (table ?? {}) as Partial<SeriesTable>;
  if (!areIntegers(tMs)) throw new TypeError('series: tMs is not an array of integers');
  if (!Array.isArray(byProcess)) throw new TypeError('series: byProcess is not an array');
  for (const entry of byProcess as readonly (Partial<LabelledSeries> | null)[]) {
    if (typeof entry?.label !== 'string') throw new TypeError('series: a process has no label');
    if (!areIntegers(entry.mib))
      throw new TypeError(`series: mib of ${entry.label} is not an array of integers`);
    if (entry.mib.length !== tMs.length) {
      throw new TypeError(`series: ${entry.label} has ${entry.mib.length} values for ${tMs.length} instants`);
    }
  }
  return { tMs, byProcess };
}

function areIntegers(values: unknown): values is readonly number[] {
  return Array.isArray(values) && values.every(Number.isInteger);
}
