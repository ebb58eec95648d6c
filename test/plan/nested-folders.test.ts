import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { selectBenchmarks } from '../../tools/plan/benchmark-files';

const workingDirectory = mkdtempSync(path.join(tmpdir(), 'corebench-nested-'));
after(() => rmSync(workingDirectory, { recursive: true }));
for (const file of ['deep/top.js', 'deep/sub/inner.js', 'deep/fixtures/data.js', 'napi/one/index.js']) {
  mkdirSync(path.join(workingDirectory, 'benchmark', path.dirname(file)), { recursive: true });
  writeFileSync(path.join(workingDirectory, 'benchmark', file), '');
}

function select(...items: string[]): string[] {
  return selectBenchmarks({
    items,
    root: null,
    filter: [],
    exclude: [],
    stripsTypes: false,
    workingDirectory,
  }).map(({ filename }) => filename);
}

test('benchmarks in folders below a category run with it, and with all', () => {
  assert.deepEqual(select('deep'), ['deep/sub/inner.js', 'deep/top.js']);
  assert.deepEqual(select('all'), ['deep/sub/inner.js', 'deep/top.js', 'napi/one/index.js']);
});

test('a path names a category as its name does', () => {
  for (const item of ['deep/', 'benchmark/deep', './benchmark/deep', 'benchmark/deep/']) {
    assert.deepEqual(select(item), ['deep/sub/inner.js', 'deep/top.js'], item);
  }
  assert.deepEqual(select('deep/sub'), ['deep/sub/inner.js']);
});
