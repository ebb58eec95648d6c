import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeComparison } from '../../tools/analysis/comparison';
import { pairUp } from '../../tools/analysis/pairs';
import { addToArm, SampleTable } from '../../tools/analysis/sample-table';
import type { Comparison } from '../../tools/model/finding';
import { seededRandom } from '../../tools/stats/random';

type Row = readonly [variant: string, round: number | null, rate: number, order: number | null];

function tableOf(rows: readonly Row[]): SampleTable {
  const table = new SampleTable();
  const group = table.group('a/b.js', [['n', 1]]);
  for (const [variant, round, rate, order] of rows) addToArm(group, variant, rate, round, order);
  return table;
}

function pairsOf(rows: readonly Row[]) {
  const { arms } = tableOf(rows).all[0]!;
  return pairUp(arms.get('old'), arms.get('new'));
}

function analyze(rows: readonly Row[], maxRegression: number | null = null): Comparison {
  return analyzeComparison(tableOf(rows).all, { test: 'paired', maxRegression });
}

test('samples are paired by round, in whatever order they come', () => {
  const { oldRates, newRates, newWasSecond, unpaired } = pairsOf([
    ['new', 2, 20, 1],
    ['old', 1, 1, 1],
    ['old', 2, 2, 2],
    ['new', 1, 10, 2],
    ['old', 3, 3, 1],
  ]);
  assert.deepEqual(
    [[...oldRates], [...newRates]],
    [
      [2, 1],
      [20, 10],
    ],
  );
  assert.deepEqual([...newWasSecond], [-1, 1]);
  assert.equal(unpaired, 1);
});

test('without rounds pairs are numbered in file order; repeated rounds of concatenated files pair up in turn', () => {
  const numbered = pairsOf([
    ['old', null, 1, null],
    ['old', null, 2, null],
    ['new', null, 10, null],
    ['new', null, 20, null],
  ]);
  assert.deepEqual(
    [[...numbered.oldRates], [...numbered.newRates]],
    [
      [1, 2],
      [10, 20],
    ],
  );
  const repeated = pairsOf([
    ['old', 1, 1, 1],
    ['new', 1, 10, 2],
    ['old', 1, 2, 1],
    ['new', 1, 20, 2],
  ]);
  assert.deepEqual(
    [[...repeated.oldRates], [...repeated.newRates]],
    [
      [1, 2],
      [10, 20],
    ],
  );
});

/** `count` rounds on a machine whose speed wanders, where the second of a block is faster by `position`. */
function wandering(count: number, ratio: number, position: number, seed: number): Row[] {
  const random = seededRandom(seed);
  let speed = 1e6;
  return Array.from({ length: count }, (_, round) => {
    speed *= Math.exp(0.1 * random.normal());
    const newSecond = random.next() < 0.5;
    const noise = () => Math.exp(0.005 * random.normal());
    const rate = (second: boolean) => speed * (second ? 1 + position : 1) * noise();
    return [
      ['old', round + 1, rate(!newSecond), newSecond ? 1 : 2],
      ['new', round + 1, ratio * rate(newSecond), newSecond ? 2 : 1],
    ] as Row[];
  }).flat();
}

test('what both jobs of a pair share cancels: a drop of 2 % is seen where Welch sees nothing', () => {
  const rows = wandering(30, 0.98, 0, 3);
  const [paired] = analyze(rows).findings;
  const [welch] = analyzeComparison(tableOf(rows).all, { test: 'welch', maxRegression: null }).findings;
  assert.ok(paired!.p < 0.001 && Math.abs(paired!.improvement + 2) < 0.5, JSON.stringify(paired));
  assert.ok(welch!.p > 0.05);
});

test('the correlation within pairs and the position effect are estimated from the pairs', () => {
  const { pairing } = analyze(wandering(60, 1, 0.02, 5));
  assert.ok(pairing!.correlation > 0.98);
  assert.ok(pairing!.positionEffect!.low < 2 && pairing!.positionEffect!.high > 2, JSON.stringify(pairing));
  assert.ok(pairing!.positionEffect!.low > 1);
  const none = analyze(wandering(60, 1, 0, 6)).pairing!.positionEffect!;
  assert.ok(none.low < 0 && none.high > 0);
  assert.equal(
    analyze([
      ['old', null, 1, null],
      ['new', null, 2, null],
    ]).pairing,
    null,
  );
});

test('rates replaced by times give the same verdict and p', () => {
  for (const ratio of [0.85, 0.94, 0.99]) {
    const rows = wandering(20, ratio, 0, 9);
    const times = rows.map(
      ([variant, round, rate, order]): Row => [variant === 'old' ? 'new' : 'old', round, 1 / rate, order],
    );
    const [a, b] = [analyze(rows, 5).findings[0]!, analyze(times, 5).findings[0]!];
    assert.equal(a.p, b.p);
    assert.equal(a.gate!.verdict, b.gate!.verdict);
    assert.ok(Math.abs(a.improvement - b.improvement) < 1e-9);
  }
});

test('constant pairs follow the rules for faults', () => {
  const constant = (a: number, b: number) =>
    [1, 2, 3, 4].flatMap((round): Row[] => [
      ['old', round, a, 1],
      ['new', round, b, 2],
    ]);
  const worse = analyze(constant(100, 50), 5).findings[0]!;
  assert.deepEqual(
    [worse.p, worse.improvement, worse.interval, worse.gate!.verdict],
    [0, -50, { low: -50, high: -50 }, 'regressed'],
  );
  const same = analyze(constant(100, 100), 0).findings[0]!;
  assert.deepEqual(
    [same.p, same.gate!.verdict, same.warnings.map(({ code }) => code)],
    [1, 'ok', ['identical']],
  );
  const single = analyze(
    [
      ['old', 1, 5, 1],
      ['new', 1, 1, 2],
    ],
    5,
  ).findings[0]!;
  assert.deepEqual([single.gate!.verdict, single.warnings[0]!.code], ['undecided', 'too-few-samples']);
});

test('an interval that covers less than 95 % says so', () => {
  const { warnings } = analyze(wandering(4, 1, 0, 1)).findings[0]!;
  assert.match(warnings.find(({ code }) => code === 'interval-level')!.message, /covers 87\.5 %/);
});
