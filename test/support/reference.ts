import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';

const REFERENCE = path.join(__dirname, '..', '..', '..', 'test', 'fixtures', 'reference');

/** The rows of a reference file; numbers are read as doubles, `NA` as NaN. */
export function readReference(file: string): Record<string, string>[] {
  return parse(readFileSync(path.join(REFERENCE, file), 'utf8'), { columns: true });
}

/** A list of numbers written with spaces between them. */
export function numbers(text: string): number[] {
  return text.split(' ').map(Number);
}

/** The samples of every case of samples.csv: x the old side, y the new one. */
export function readCases(): Map<string, { x: number[]; y: number[] }> {
  const cases = new Map<string, { x: number[]; y: number[] }>();
  for (const row of readReference('samples.csv')) {
    const sides = cases.get(row.case) ?? { x: [], y: [] };
    cases.set(row.case, sides);
    sides[row.side === 'old' ? 'x' : 'y'].push(Number(row.value));
  }
  return cases;
}

/**
 * Asserts that two numbers agree to `relative` (1e-10 unless told), or to `absolute` where the expected value is so
 * near zero that only its distance from zero means anything.
 */
export function assertClose(
  actual: number,
  expected: number,
  what: string,
  { relative = 1e-10, absolute = 0 }: { relative?: number; absolute?: number } = {},
): void {
  const difference = Math.abs(actual - expected);
  assert.ok(
    actual === expected || difference <= Math.max(absolute, relative * Math.abs(expected)),
    `${what}: ${actual}, expected ${expected}`,
  );
}
