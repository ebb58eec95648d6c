import assert from 'node:assert/strict';
import { test } from 'node:test';
import { equalLooks, SequentialDesign } from '../../tools/analysis/sequential-design';
import { constant, white } from '../../tools/execute/noise';
import { classicObrienFlemingBoundaries, normalTail } from '../../tools/stats';
import { stoppedEarly } from '../support/experiments';
import { simulateComparison } from '../support/simulation';

test('ten looks, fewer where there are fewer runs, the last after all', () => {
  assert.deepEqual(equalLooks(30), [3, 6, 9, 12, 15, 18, 21, 24, 27, 30]);
  assert.deepEqual(equalLooks(4), [1, 2, 3, 4]);
  assert.equal(equalLooks(101).length, 10);
  assert.equal(equalLooks(101)[9], 101);
});

test('a repeated p is 5 % exactly where the look is on O’Brien and Fleming’s boundary', () => {
  const looks = equalLooks(30);
  const design = new SequentialDesign(looks);
  for (const sides of [1, 2] as const) {
    const boundaries = classicObrienFlemingBoundaries(
      looks.map((look) => look / 30),
      { alpha: 0.05, sides },
    );
    looks.forEach((runs, at) => {
      const nominal = sides * normalTail(boundaries[at]!);
      assert.ok(Math.abs(design.repeatedP(nominal, runs, sides) - 0.05) < 1e-6, `look ${at + 1}`);
    });
  }
});

test('a repeated p is never below the p of the look, rises with it, and keeps 0, 1 and NaN', () => {
  const design = new SequentialDesign(equalLooks(20));
  for (const runs of [2, 7, 10, 19, 20]) {
    let last = 0;
    for (const p of [1e-9, 1e-4, 0.01, 0.04, 0.2, 0.6]) {
      const repeated = design.repeatedP(p, runs, 1);
      assert.ok(repeated >= p && repeated >= last, `${runs} runs, ${p}: ${repeated}`);
      last = repeated;
    }
  }
  assert.deepEqual([design.repeatedP(0, 4, 2), design.repeatedP(1, 4, 2)], [0, 1]);
  assert.ok(Number.isNaN(design.repeatedP(Number.NaN, 4, 2)));
});

test('a number of runs that was no planned look is judged more strictly than one that was', () => {
  const design = new SequentialDesign([10, 20]);
  const planned = new SequentialDesign([10, 15, 20]);
  assert.ok(design.repeatedP(0.001, 15, 1) > planned.repeatedP(0.001, 15, 1));
  assert.ok(design.intervalLevel(15) > planned.intervalLevel(15));
  // Looked at once, nothing is repeated.
  const once = new SequentialDesign([20]);
  assert.ok(Math.abs(once.intervalLevel(20) - 0.95) < 1e-9);
  assert.ok(Math.abs(once.repeatedP(0.03, 20, 2) - 0.03) < 1e-6);
});

test('a configuration that is settled gets no more runs, and what it leaves goes to the undecided', async () => {
  const { findings } = await simulateComparison({
    count: 3,
    noise: [white(0.02)],
    ratio: (job) => [0.8, 0.953, 1.1][(job.configuration[1]![1] as number) - 1]!,
    maxRegression: 5,
    runs: 20,
    maxRuns: 40,
    test: 'paired',
  });
  const [worse, close, better] = findings;
  assert.deepEqual([worse!.gate!.verdict, better!.gate!.verdict], ['regressed', 'ok']);
  assert.ok(worse!.oldCount <= 20 && better!.oldCount <= 20);
  assert.ok(close!.oldCount > 20, String(close!.oldCount));
  const spent = findings.reduce((sum, finding) => sum + finding.oldCount, 0);
  assert.ok(spent <= 60, String(spent));
});

test('certain samples are settled at the first look that has two', async () => {
  const { findings } = await simulateComparison({
    count: 2,
    noise: [constant()],
    ratio: (job) => (job.configuration[1]![1] === 1 ? 0.5 : 1),
    maxRegression: 5,
    maxRuns: 30,
  });
  assert.deepEqual(
    findings.map(({ oldCount, gate }) => [oldCount, gate!.verdict]),
    [
      [3, 'regressed'],
      [3, 'ok'],
    ],
  );
});

test('looking ten times raises no false alarm, and saves runs', async () => {
  // Each row at its limit exactly: a regression there is a false one.
  const atLimit = await stoppedEarly(120, 'paired', { count: 1, cv: 0.02, ratioOf: () => 0.95 });
  assert.ok(atLimit.failed <= 0.12, String(atLimit.failed));
  const suite = await stoppedEarly(2, 'paired', {
    count: 50,
    cv: 0.02,
    ratioOf: (index) => (index <= 2 ? 0.9 : 1),
  });
  assert.ok(suite.saved > 0.4, String(suite.saved));
  assert.ok(suite.regressedPerRun >= 1);
});
