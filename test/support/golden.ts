import { strict as assert } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const FIXTURES = resolve(__dirname, '../../../test/fixtures/render');

export function readFixture(name: string): string {
  return readFileSync(resolve(FIXTURES, name), 'utf8');
}

/** The text must be the golden file's, byte by byte. With UPDATE_GOLDEN=1 in the environment the file is written anew. */
export function assertGolden(name: string, text: string): void {
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(resolve(FIXTURES, name), text);
  assert.equal(text, readFixture(name));
}
