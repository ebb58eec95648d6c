import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import {
  BUNDLED_ROOT,
  categoriesOf,
  type Selection,
  selectBenchmarks,
} from '../../tools/plan/benchmark-files';
import { PROJECT } from '../support/paths';

const folder = mkdtempSync(path.join(tmpdir(), 'corebench-files-'));
after(() => rmSync(folder, { recursive: true }));
for (const file of [
  'benchmark/common.js',
  'benchmark/b/one.js',
  'benchmark/b/two.mjs',
  'benchmark/b/_helper.js',
  'benchmark/b/.hidden.js',
  'benchmark/b/readme.md',
  'benchmark/b/types.d.ts',
  'benchmark/a/only.ts',
  'benchmark/fixtures/data.js',
  'benchmark/_private/x.js',
  'elsewhere/solo.cjs',
]) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), '');
}

function select(selection: Partial<Selection>): string[] {
  return selectBenchmarks({
    items: ['all'],
    root: null,
    filter: [],
    exclude: [],
    stripsTypes: false,
    workingDirectory: folder,
    ...selection,
  }).map(({ filename }) => filename);
}

test('categories are folders with runnable files; helpers, hidden files and fixtures are not benchmarks', () => {
  assert.deepEqual(select({}), ['b/one.js', 'b/two.mjs']);
  assert.deepEqual(categoriesOf(path.join(folder, 'benchmark'), false), ['b']);
});

test('.ts files count where every binary strips types', () => {
  assert.deepEqual(select({ stripsTypes: true }), ['a/only.ts', 'b/one.js', 'b/two.mjs']);
});

test('the filter comes first, then what is excluded; both look at the file name', () => {
  assert.deepEqual(select({ filter: ['o'] }), ['b/one.js', 'b/two.mjs']);
  assert.deepEqual(select({ filter: ['o'], exclude: ['two'] }), ['b/one.js']);
  assert.throws(() => select({ filter: ['b/'] }), /leave no benchmark of b\/one.js, b\/two.mjs/);
});

test('files are given by their paths, from here or from the root, and each is taken once', () => {
  assert.deepEqual(select({ items: ['elsewhere/solo.cjs', 'b/one.js', 'b'] }), [
    'elsewhere/solo.cjs',
    'b/one.js',
    'b/two.mjs',
  ]);
});

test('an unknown category, a folder that is none and no item at all are errors that list the categories', () => {
  assert.throws(
    () => select({ items: ['c'] }),
    /"c" is neither a category nor a benchmark file; the categories of .* are b/,
  );
  assert.throws(() => select({ items: [] }), /no benchmark was named: .* are b/);
  assert.throws(() => select({ items: ['all'], root: 'nowhere' }), /--root: "nowhere" is not a folder/);
  assert.throws(
    () => select({ items: ['benchmark/a/only.ts'] }),
    /\.ts where every measured binary strips types/,
  );
});

test('where the working directory has no categories the bundled ones are meant, as in the own checkout', () => {
  const bundled = select({ workingDirectory: tmpdir() });
  assert.ok(bundled.includes('string_decoder/string-decoder.js'));
  assert.deepEqual(select({ workingDirectory: PROJECT, stripsTypes: true }), bundled);
  assert.ok(BUNDLED_ROOT.endsWith(path.join('dist', 'benchmark')));
});
