import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { test } from 'node:test';
import { corebench } from '../support/corebench';
import { FIXTURES } from '../support/paths';

const tree = ['--root', path.join(FIXTURES, 'core-style')];

test('each configuration is run once and printed with its rate', async () => {
  const { code, stdout } = await corebench(['run', ...tree, '--set', 'n=10', 'strings']);
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^strings\/join\.js n=10 separator='' length=4: [\d,.]+\n(strings\/join\.js .*\n){2}$/,
  );
});

test("--runs repeats and --format csv prints core's columns", async () => {
  const { stdout } = await corebench([
    'run',
    ...tree,
    '--runs',
    '2',
    '--format',
    'csv',
    '--set',
    'n=10',
    'strings',
  ]);
  const lines = stdout.trimEnd().split('\n');
  assert.ok(lines[0]!.startsWith('"filename","configuration","rate","time"'));
  assert.equal(lines.length, 1 + 6);
});

test('"test" runs the smallest configuration of each benchmark', async () => {
  const { stdout } = await corebench(['run', ...tree, 'test', 'strings']);
  assert.match(stdout, /^strings\/join\.js n=1 separator='' length=1: [\d,.]+\n$/);
});

test('what a benchmark prints goes to stderr, not among the data', async () => {
  const harness = ['--root', path.join(FIXTURES, 'harness')];
  const { stdout, stderr, code } = await corebench([
    'run',
    ...harness,
    '--filter',
    'extra',
    '--set',
    'n=5',
    'category',
  ]);
  assert.equal(code, 0);
  assert.match(stderr, /"mode":"fast"/);
  assert.equal(stdout.trimEnd().split('\n').length, 2);
});

test('node arguments given to the tool reach the measured processes', async () => {
  const tool = path.resolve(__dirname, '../../benchmark/run.js');
  const folder = mkdtempSync(path.join(tmpdir(), 'corebench-test-'));
  try {
    mkdirSync(path.join(folder, 'gc'));
    const common = path.resolve(__dirname, '../../benchmark/common.js');
    const source = `const { createBenchmark } = require(${JSON.stringify(common)});
const bench = createBenchmark(({ n }) => {
  if (typeof gc !== 'function') throw new Error('no gc');
  bench.start();
  for (let i = 0; i < 1e5; i++) Math.sqrt(i);
  bench.end(n);
}, { n: [1] });`;
    writeFileSync(path.join(folder, 'gc/collect.js'), source);
    const run = (args: readonly string[]) =>
      spawnSync(process.execPath, [...args, tool, '--root', folder, 'gc'], { encoding: 'utf8' });
    const handedOn = run(['--expose-gc']);
    assert.equal(handedOn.status, 0, handedOn.stderr);
    assert.match(run([]).stderr, /no gc/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a value that a benchmark refuses is told in one line', async () => {
  const { code, stderr } = await corebench(['run', '--set', 'n=abc', 'url/url-parse.js']);
  assert.equal(code, 3);
  assert.equal(stderr, 'corebench run: url/url-parse.js: configuration "n" takes a number, got "abc"\n');
});
