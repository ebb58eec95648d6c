import assert from 'node:assert/strict';
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
