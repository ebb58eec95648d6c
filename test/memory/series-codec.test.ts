import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { decodeSeries, encodeSeries } from '../../tools/memory';
import type { EncodedSeries, SeriesTable } from '../../tools/model/memory';
import { randomSource } from '../support/random-source';

const random = randomSource(20240601);
const integer = (below: number) => Math.floor(random() * below);

/** A table such as runs give: every process has its time, climbs, wanders by a few MiB and is absent otherwise. */
function randomTable(instants: number, labels: number): SeriesTable {
  return {
    tMs: Array.from({ length: instants }, (_, i) => i * 100 + (integer(20) === 0 ? 100 : 0)),
    byProcess: Array.from({ length: labels }, (_, process) => {
      const begin = integer(instants / 3 + 1);
      const end = instants - integer(instants / 3 + 1);
      let level = integer(200);
      return {
        label: ['main.js', 'tsc "quoted"', '7', 'größe', 'sh', 'cc1'][process % 6]!,
        mib: Array.from({ length: instants }, (_, i) => {
          level = Math.max(1, level + integer(7) - 3);
          return i < begin || i >= end ? 0 : level;
        }),
      };
    }),
  };
}

const TABLES = [
  ...Array.from({ length: 21 }, (_, instants) =>
    [0, 1, 2, 4].map((labels) => randomTable(instants, labels)),
  ).flat(),
  randomTable(40, 4),
  randomTable(3000, 6),
];

/** The two places where files hold a series. */
const SERIALISERS = new Map<string, (encoded: EncodedSeries) => string>([
  ['JSON', JSON.stringify],
  ['a string inside JSON', (encoded) => JSON.stringify(JSON.stringify(encoded))],
]);

const raw = ({ tMs, byProcess }: SeriesTable) => ({ series: { tMs, byProcess } });

for (const [place, serialise] of SERIALISERS) {
  test(`every table comes back from ${place}`, () => {
    for (const table of TABLES) {
      const text = serialise(encodeSeries(table, serialise));
      let encoded = JSON.parse(text);
      if (typeof encoded === 'string') encoded = JSON.parse(encoded);
      assert.deepEqual(decodeSeries(encoded), table);
    }
  });

  test(`in ${place} the encoded text is never longer than the raw one, and packed only when shorter`, () => {
    let packed = 0;
    for (const table of TABLES) {
      const encoded = encodeSeries(table, serialise);
      const length = serialise(encoded).length;
      const rawLength = serialise(raw(table)).length;
      assert.ok('seriesGz' in encoded ? length < rawLength : length === rawLength);
      if ('seriesGz' in encoded) packed++;
    }
    assert.ok(packed > 2 && packed < TABLES.length - 2, `${packed} of ${TABLES.length} packed`);
  });
}

test('the place decides: quotes that must be escaped make packing pay sooner', () => {
  const inside = SERIALISERS.get('a string inside JSON')!;
  assert.ok(
    TABLES.some((table) => 'series' in encodeSeries(table) && 'seriesGz' in encodeSeries(table, inside)),
  );
});

test('two bytes a sample or less for a run of 3000 samples', () => {
  const table = randomTable(3000, 1);
  const encoded = encodeSeries(table);
  assert.ok('seriesGz' in encoded && encoded.seriesGz.length < 6000);
});

test('the decoder for browsers in doc/memory.md decodes it with what a browser has', async () => {
  const doc = readFileSync(join(__dirname, '../../../doc/memory.md'), 'utf8');
  const code = /```js\n(async function unpack[\s\S]*?)```/.exec(doc)![1];
  const unpack: (seriesGz: string) => Promise<SeriesTable> = new Function(`return ${code}`)();
  const table = randomTable(3000, 4);
  const encoded = encodeSeries(table);
  assert.ok('seriesGz' in encoded);
  assert.deepEqual(await unpack(encoded.seriesGz), table);
});

test('the bytes name neither time nor system', () => {
  const encoded = encodeSeries(randomTable(200, 2));
  assert.ok('seriesGz' in encoded);
  const header = Buffer.from(encoded.seriesGz, 'base64').subarray(0, 10);
  assert.deepEqual([...header], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
});

test('packed values are differences after the first', () => {
  const table = { tMs: Array.from({ length: 200 }, (_, i) => 300 + i * 100), byProcess: [] };
  const encoded = encodeSeries(table);
  assert.ok('seriesGz' in encoded);
  const deltas = JSON.parse(gunzipSync(Buffer.from(encoded.seriesGz, 'base64')).toString());
  assert.deepEqual(deltas, { tMs: [300, ...new Array(199).fill(100)], byProcess: [] });
});

const gz = (value: unknown) => ({ seriesGz: gzipSync(JSON.stringify(value)).toString('base64') });
for (const [what, encoded, message] of [
  ['text that is not gzip', { seriesGz: 'AAAA' }, /seriesGz: not gzipped JSON/],
  [
    'packed text that is not JSON',
    { seriesGz: gzipSync('{').toString('base64') },
    /seriesGz: not gzipped JSON/,
  ],
  ['a packed null', gz(null), /tMs is not an array of integers/],
  ['no table', {}, /tMs is not an array of integers/],
  ['fractions', { series: { tMs: [0.5], byProcess: [] } }, /tMs is not an array of integers/],
  ['no processes', { series: { tMs: [] } }, /byProcess is not an array/],
  ['a process without a label', { series: { tMs: [], byProcess: [null] } }, /has no label/],
  ['text as memory', gz({ tMs: [0], byProcess: [{ label: 'a', mib: ['1'] }] }), /mib of a is not an array/],
  [
    'too few values',
    { series: { tMs: [0, 100], byProcess: [{ label: 'a', mib: [1] }] } },
    /a has 1 values for 2/,
  ],
] as const) {
  test(`${what} instead of a series is an error that says so`, () => {
    assert.throws(() => decodeSeries(encoded as unknown as EncodedSeries), { name: 'TypeError', message });
  });
}
