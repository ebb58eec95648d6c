import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  hodgesLehmann,
  hodgesLehmannShift,
  mannWhitneyTest,
  median,
  seededRandom,
  signedRankTest,
} from '../../tools/stats';
import { allSignedSums, allSubsetSums, share } from '../support/enumerate';
import { assertClose, readCases, readReference } from '../support/reference';
import { draw } from '../support/shapes';

function walshAverages(d: readonly number[]): number[] {
  return d.flatMap((a, i) => d.slice(i).map((b) => (a + b) / 2)).sort((a, b) => a - b);
}

function allDifferences(x: readonly number[], y: readonly number[]): number[] {
  return x.flatMap((a) => y.map((b) => b - a)).sort((a, b) => a - b);
}

test('pseudomedian and interval agree with R', () => {
  const cases = readCases();
  for (const row of readReference('signed-rank.csv')) {
    const { x, y } = cases.get(row.case)!;
    const result = hodgesLehmann(y.map((value, i) => Math.log(value / x[i])));
    assertClose(result.estimate, Number(row.pseudomedian_log_ratio), `${row.case} estimate`);
    assertClose(result.low, Number(row.ci_low), `${row.case} low`);
    assertClose(result.high, Number(row.ci_high), `${row.case} high`);
    // R states the level asked for, 95 %, unless it cannot be reached.
    if (Number(row.ci_level) < 0.9)
      assertClose(result.achievedLevel, Number(row.ci_level), `${row.case} level`);
    else assert.ok(result.achievedLevel >= 0.95 && result.achievedLevel < 0.97);
  }
});

test('estimates and ends are order statistics of the averages, ties included', () => {
  const random = seededRandom('walsh');
  for (let round = 0; round < 60; round++) {
    const value = () => (round % 2 === 0 ? random.normal() : random.integer(6));
    const d = Array.from({ length: 1 + random.integer(25) }, value);
    const averages = walshAverages(d);
    const one = hodgesLehmann(d);
    assert.equal(one.estimate, median(averages));
    assert.ok(averages.includes(one.low) && averages.includes(one.high));
    const x = Array.from({ length: 1 + random.integer(12) }, value);
    const differences = allDifferences(x, d);
    const two = hodgesLehmannShift(x, d);
    assert.equal(two.estimate, median(differences));
    assert.ok(differences.includes(two.low) && differences.includes(two.high));
  }
});

test('differences that are neighbouring doubles come to an end, too', () => {
  const next = 1 + Number.EPSILON;
  const { low, high } = hodgesLehmann([1, next]);
  assert.deepEqual([low, high], [1, next]);
  assert.equal(hodgesLehmannShift([0, 0], [1, next]).high, next);
});

test('the ends cut off as many averages as the exact distribution allows', () => {
  for (const n of [1, 3, 5, 6, 8, 11]) {
    const d = Array.from({ length: n }, (_, i) => 2 ** i);
    const sums = allSignedSums(d.map((_, i) => i + 1));
    const averages = walshAverages(d);
    const { low, high, achievedLevel } = hodgesLehmann(d);
    const k = averages.indexOf(low) + 1;
    assert.equal(averages[averages.length - k], high);
    assertClose(achievedLevel, 1 - 2 * share(sums, (sum) => sum <= k - 1), `level at n ${n}`, {
      absolute: 1e-15,
    });
    assert.ok(share(sums, (sum) => sum <= k) > 0.025, 'one more would be too many');
    assert.ok(k === 1 || share(sums, (sum) => sum <= k - 1) <= 0.025);
  }
  for (const [n, m] of [
    [1, 1],
    [3, 3],
    [4, 6],
    [7, 5],
  ]) {
    const x = Array.from({ length: n }, (_, i) => -(3 ** i));
    const y = Array.from({ length: m }, (_, i) => 10 ** 5 * 2 ** i);
    const sums = allSubsetSums(
      Array.from({ length: n + m }, (_, i) => i + 1),
      m,
    ).map((sum) => sum - (m * (m + 1)) / 2);
    const differences = allDifferences(x, y);
    const { low, high, achievedLevel } = hodgesLehmannShift(x, y);
    const k = differences.indexOf(low) + 1;
    assert.equal(differences[differences.length - k], high);
    assertClose(achievedLevel, 1 - 2 * share(sums, (sum) => sum <= k - 1), `level at ${n}, ${m}`, {
      absolute: 1e-15,
    });
    assert.ok(share(sums, (sum) => sum <= k) > 0.025, 'one more would be too many');
  }
});

test('a shift lies inside the interval exactly when the test does not reject it', () => {
  const random = seededRandom('inversion');
  for (let round = 0; round < 40; round++) {
    const n = 6 + random.integer(40);
    const d = Array.from({ length: n }, () => random.normal() + 0.4);
    const one = hodgesLehmann(d);
    for (const shift of [0, one.low - 1e-9, one.low + 1e-9, one.high - 1e-9, one.high + 1e-9]) {
      const rejected = signedRankTest(d.map((value) => value - shift)).p <= 0.05;
      assert.equal(shift < one.low || shift > one.high, rejected, `shift ${shift}`);
    }
    const x = Array.from({ length: 4 + random.integer(20) }, () => random.normal());
    const two = hodgesLehmannShift(x, d);
    for (const shift of [0, two.low - 1e-9, two.low + 1e-9, two.high - 1e-9, two.high + 1e-9]) {
      const rejected =
        mannWhitneyTest(
          x,
          d.map((value) => value - shift),
        ).p <= 0.05;
      assert.equal(shift < two.low || shift > two.high, rejected, `shift ${shift}`);
    }
  }
});

test('times instead of rates turn the log ratio around', () => {
  const random = seededRandom('times');
  const x = draw(random, 'bimodal', 17);
  const y = draw(random, 'bimodal', 17, 0.97);
  const rates = hodgesLehmann(x.map((value, i) => Math.log(y[i] / value)));
  const times = hodgesLehmann(x.map((value, i) => Math.log(1 / y[i] / (1 / value))));
  assertClose(times.estimate, -rates.estimate, 'estimate');
  assertClose(times.low, -rates.high, 'low');
  assertClose(times.high, -rates.low, 'high');
});

test('swapping the sides negates the shift, scaling scales it', () => {
  const random = seededRandom('equivariance');
  const x = draw(random, 'lognormal', 11);
  const y = draw(random, 'lognormal', 14, 1.2);
  const there = hodgesLehmannShift(x, y);
  const back = hodgesLehmannShift(y, x);
  assert.deepEqual([back.estimate, back.low, back.high], [-there.estimate, -there.high, -there.low]);
  const scaled = hodgesLehmannShift(
    x.map((value) => 8 * value),
    y.map((value) => 8 * value),
  );
  assert.deepEqual(
    [scaled.estimate, scaled.low, scaled.high],
    [8 * there.estimate, 8 * there.low, 8 * there.high],
  );
});

test('beyond the exact sizes the normal approximation takes over without a step', () => {
  const d = Array.from({ length: 201 }, (_, i) => Math.sin(i * i));
  const exact = hodgesLehmann(d.slice(0, 200));
  const approximate = hodgesLehmann(d);
  assert.ok(exact.exact && !approximate.exact);
  assertClose(approximate.achievedLevel, 0.95, 'level', { absolute: 0.0005 });
  assertClose(approximate.high - approximate.low, exact.high - exact.low, 'width', { relative: 0.05 });
  const two = hodgesLehmannShift(d.slice(0, 50), d.slice(50, 101));
  const twoExact = hodgesLehmannShift(d.slice(0, 50), d.slice(50, 100));
  assert.ok(twoExact.exact && !two.exact);
  assertClose(two.achievedLevel, 0.95, 'level', { absolute: 0.001 });
  assertClose(two.high - two.low, twoExact.high - twoExact.low, 'width', { relative: 0.06 });
});

test('without samples nothing is excluded', () => {
  for (const result of [hodgesLehmann([]), hodgesLehmannShift([], [1]), hodgesLehmannShift([1], [])]) {
    assert.ok(Number.isNaN(result.estimate));
    assert.deepEqual([result.low, result.high], [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
  }
});

test('what is no number and no level is refused', () => {
  assert.throws(() => hodgesLehmann([1, Number.NaN]), { name: 'RangeError' });
  assert.throws(() => hodgesLehmannShift([1], [Number.NaN]), { name: 'RangeError' });
  assert.throws(() => hodgesLehmann([1, 2], 1), { name: 'RangeError' });
});
