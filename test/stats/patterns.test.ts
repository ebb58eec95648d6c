import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestTwoGroups, rankCorrelation, varianceRatioTest } from '../../tools/stats';

function near(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-9 * Math.max(1, Math.abs(expected)), `${actual}, ${expected}`);
}

test('rank correlation: exact orders, ties by midranks, monotone changes do not matter', () => {
  assert.deepEqual(rankCorrelation([1, 2, 3, 4], [10, 20, 30, 400]), { correlation: 1, p: 0 });
  assert.deepEqual(rankCorrelation([1, 2, 3], [3, 2, 1]), { correlation: -1, p: 0 });
  // 1 − 6 Σd²/(n(n²−1)) with Σd² = 8, n = 5; t = 0.6·√(3/0.64), F of t with 3 degrees of freedom by its closed form.
  const { correlation, p } = rankCorrelation([1, 2, 3, 4, 5], [2, 1, 5, 3, 4]);
  near(correlation, 0.6);
  const t = 0.6 * Math.sqrt(3 / 0.64);
  const root = t / Math.sqrt(3);
  near(p, 1 - (2 / Math.PI) * (Math.atan(root) + root / (1 + root * root)));
  near(rankCorrelation([1, 1, 2, 2], [1, 1, 2, 2]).correlation, 1);
  assert.ok(Number.isNaN(rankCorrelation([1, 2, 3], [5, 5, 5]).p));
  assert.ok(Number.isNaN(rankCorrelation([1, 2], [1, 2]).p));
});

test('variance ratio: F with two and two degrees of freedom has p = 2/(1 + F)', () => {
  const { ratio, p } = varianceRatioTest([1, 2, 3], [10, 13, 16]);
  near(ratio, 9);
  near(p, 2 / 10);
  near(varianceRatioTest([10, 13, 16], [1, 2, 3]).p, 2 / 10);
  assert.ok(Number.isNaN(varianceRatioTest([1, 1], [1, 2]).p));
});

test('two groups: the split with the least variance left, among those with enough samples on each side', () => {
  const values = [11, 1, 10, 2, 12, 3];
  assert.deepEqual(bestTwoGroups(values, 1), {
    lowMean: 2,
    lowCount: 3,
    highMean: 11,
    highCount: 3,
    share: 121.5 / 125.5,
  });
  // One sample far out is no group of two.
  assert.equal(bestTwoGroups([0, 1, 2, 100], 2)!.lowCount, 2);
  assert.equal(bestTwoGroups([0, 1, 2, 100], 1)!.lowCount, 3);
  assert.equal(bestTwoGroups([5, 5, 5, 5], 1), null);
  assert.equal(bestTwoGroups([1, 2, 3], 2), null);
});
