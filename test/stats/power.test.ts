import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  noncentralTTail,
  pairedDetectableDifference,
  pairedRunsNeeded,
  seededRandom,
  signedRankTest,
  studentTTail,
  welchDetectableDifference,
  welchRunsNeeded,
  welchTest,
} from '../../tools/stats';
import { assertClose } from '../support/reference';

test('noncentral t agrees with SciPy', () => {
  // scipy.stats.nct.sf 1.17: t, df, noncentrality, tail.
  for (const [t, df, delta, tail] of [
    [2, 10, 1, 0.19238843746962478],
    [2, 10, -1, 0.003302485766631467],
    [12.706, 1, 3, 0.18611099998287464],
    [1.5, 58, 2.8, 0.9021652786423529],
    [1, 4.5, 0, 0.18400254194009424],
    [2, 3, 40, 1],
  ]) {
    assertClose(noncentralTTail(t, df, delta), tail, `t ${t}, df ${df}, delta ${delta}`, { absolute: 1e-10 });
  }
});

test('without noncentrality it is Student t, also for thresholds as large as Holm asks for', () => {
  for (const [t, df] of [
    [0.3, 2],
    [636.6, 1],
    [-2, 7],
    [4, 1000],
  ]) {
    assertClose(noncentralTTail(t, df, 0), studentTTail(t, df), `t ${t}, df ${df}`, { relative: 1e-9 });
  }
  assert.throws(() => noncentralTTail(1, 0, 1), { name: 'RangeError' });
});

test("runs for Cohen's small, medium and large effects", () => {
  // Cohen, Statistical Power Analysis (1988), table 2.4.1: α .05 two-sided, power .80: 393, 64, 26 (noncentral t: 394).
  const deviations = { oldDeviation: 1, newDeviation: 1 };
  assert.equal(welchRunsNeeded(0.2, deviations), 394);
  assert.equal(welchRunsNeeded(0.5, deviations), 64);
  assert.equal(welchRunsNeeded(-0.8, deviations), 26);
  assert.equal(welchRunsNeeded(0.5, deviations, { sides: 1 }), 51);
  assert.equal(welchRunsNeeded(0.5, deviations, { power: 0.9 }), 86);
});

test('the runs needed are the fewest that find the difference', () => {
  const deviations = { oldDeviation: 0.02, newDeviation: 0.05 };
  for (const difference of [0.01, 0.04, 0.3]) {
    const runs = welchRunsNeeded(difference, deviations);
    const detectable = (n: number) => welchDetectableDifference({ ...deviations, oldRuns: n, newRuns: n });
    assert.ok(detectable(runs) <= difference && detectable(runs - 1) > difference, `${difference}: ${runs}`);
    const pairs = pairedRunsNeeded(difference, 0.05);
    assert.ok(pairedDetectableDifference(0.05, pairs) <= difference);
    assert.ok(pairedDetectableDifference(0.05, pairs - 1) > difference);
  }
});

test("Welch's test finds the detectable difference in four runs of five", () => {
  const random = seededRandom('welch power');
  for (const [oldRuns, newRuns, oldDeviation, newDeviation, sides] of [
    [6, 6, 1, 1, 2],
    [10, 30, 1, 2, 2],
    [20, 12, 3, 1, 1],
  ] as const) {
    const difference = welchDetectableDifference({ oldDeviation, newDeviation, oldRuns, newRuns }, { sides });
    const rounds = 3000;
    let found = 0;
    for (let round = 0; round < rounds; round++) {
      const x = Array.from({ length: oldRuns }, () => oldDeviation * random.normal());
      const y = Array.from({ length: newRuns }, () => newDeviation * random.normal() - difference);
      if (welchTest(x, y, { alternative: sides === 2 ? 'two-sided' : 'less' }).p < 0.05) found++;
    }
    assertClose(found / rounds, 0.8, `${oldRuns} and ${newRuns} runs`, { absolute: 0.03 });
  }
});

test('the signed-rank test finds the detectable difference in four runs of five', () => {
  const random = seededRandom('paired power');
  for (const [runs, sides] of [
    [10, 2],
    [30, 2],
    [20, 1],
  ] as const) {
    const difference = pairedDetectableDifference(0.5, runs, { sides });
    const rounds = 3000;
    let found = 0;
    for (let round = 0; round < rounds; round++) {
      const d = Array.from({ length: runs }, () => 0.5 * random.normal() - difference);
      if (signedRankTest(d, { alternative: sides === 2 ? 'two-sided' : 'less' }).p < 0.05) found++;
    }
    assertClose(found / rounds, 0.8, `${runs} runs`, { absolute: 0.04 });
  }
});

test('with many runs it is the normal formula, the signed-rank test needing π/3 times the runs', () => {
  const normal = 1.959963984540054 + 0.8416212335729143; // z of .975 and of .80
  const runs = 20000;
  const welch = { oldDeviation: 1, newDeviation: 1, oldRuns: runs, newRuns: runs };
  assertClose(welchDetectableDifference(welch), normal * Math.sqrt(2 / runs), 'Welch', { relative: 1e-4 });
  assertClose(pairedDetectableDifference(1, runs), normal * Math.sqrt(Math.PI / 3 / runs), 'paired', {
    relative: 1e-4,
  });
});

test('a stricter alpha, as Holm needs, asks for a larger difference', () => {
  const sides = { oldDeviation: 1, newDeviation: 1, oldRuns: 10, newRuns: 10 };
  assert.ok(welchDetectableDifference(sides, { alpha: 0.001 }) > welchDetectableDifference(sides));
  assert.ok(pairedDetectableDifference(1, 20, { alpha: 0.001 }) > pairedDetectableDifference(1, 20));
});

test('what no number of runs can find, and what too few runs cannot', () => {
  const one = { oldDeviation: 1, newDeviation: 1, oldRuns: 1, newRuns: 9 };
  assert.equal(welchDetectableDifference(one), Number.POSITIVE_INFINITY);
  assert.equal(pairedDetectableDifference(1, 5), Number.POSITIVE_INFINITY); // 2^−4 > .05
  assert.ok(pairedDetectableDifference(1, 6) < 10);
  assert.ok(pairedDetectableDifference(1, 5, { sides: 1 }) < 10);
  assert.equal(welchRunsNeeded(0, { oldDeviation: 1, newDeviation: 1 }), Number.POSITIVE_INFINITY);
  assert.equal(welchDetectableDifference({ ...one, oldRuns: 3, oldDeviation: 0, newDeviation: 0 }), 0);
  assert.throws(() => pairedDetectableDifference(1, 9, { power: 1 }), { name: 'RangeError' });
});
