import assert from 'node:assert/strict';
import * as path from 'node:path';
import { test } from 'node:test';
import { corebench } from '../support/corebench';
import { FIXTURES } from '../support/paths';

const FILE = path.join(FIXTURES, 'growth', 'loops', 'growth.js');

test('a linear benchmark has the exponent −1 per operation, a quadratic one −2', async () => {
  const sizes = ['--set', 'size=200', '--set', 'size=800'];
  const args = [
    'scatter',
    '--runs',
    '5',
    '--analyze',
    '--no-chart',
    '--xaxis',
    'size',
    '--category',
    'kind',
    ...sizes,
    FILE,
  ];
  const { stdout, code } = await corebench(args);
  assert.equal(code, 0, stdout);
  const exponents = [...stdout.matchAll(/200 → 800 +\S+ % +4 +(-\d\.\d+)/g)].map((match) => Number(match[1]));
  assert.equal(exponents.length, 2, stdout);
  // Far wider than the noise of five runs, far narrower than the distance between the two.
  assert.ok(Math.abs(exponents[0]! + 1) < 0.4, String(exponents));
  assert.ok(Math.abs(exponents[1]! + 2) < 0.4, String(exponents));
});

test('samples are CSV with a column for each variable, each round in an order of its own', async () => {
  const args = ['scatter', '--runs', '4', '--seed', '1', '--no-memory', '--set', 'steps=1000', FILE];
  const { stdout } = await corebench(args);
  const [header, ...rows] = stdout.trimEnd().split('\n');
  assert.equal(header, '"filename","kind","size","steps","rate","time"');
  assert.equal(rows.length, 4 * 6);
  const configurations = rows.map((row) => row.split(',').slice(1, 3).join());
  const rounds = [0, 6, 12, 18].map((at) => configurations.slice(at, at + 6));
  for (const round of rounds) assert.equal(new Set(round).size, 6);
  assert.ok(new Set(rounds.map(String)).size > 1);
});

test('an axis that is missing, or no variable of the benchmark, is an error before anything is measured', async () => {
  for (const [args, message] of [
    [[FILE], /--xaxis is missing/],
    [['--xaxis', 'length', FILE], /"length" .*kind, size, steps/],
    [['--xaxis', 'size', '--category', 'colour', FILE], /"colour" .*kind, size, steps/],
    [['--xaxis', 'size', FILE, FILE], /expected one benchmark file, got 2/],
  ] as const) {
    const { code, stdout, stderr } = await corebench(['scatter', '--analyze', ...args]);
    assert.equal(code, 3);
    assert.equal(stdout, '');
    assert.match(stderr, message);
  }
});
