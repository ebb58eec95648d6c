import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  mean,
  meanHalfWidth,
  median,
  quantile,
  skewness,
  standardDeviation,
  variance,
} from '../../tools/stats';
import { assertClose, readCases, readReference } from '../support/reference';

test('description of a sample agrees with R', () => {
  const cases = readCases();
  for (const row of readReference('describe.csv')) {
    const { x } = cases.get(row.case)!;
    assert.equal(x.length, Number(row.n));
    for (const samples of [x, Float64Array.from(x)]) {
      assertClose(mean(samples), Number(row.mean), `${row.case} mean`);
      assertClose(standardDeviation(samples), Number(row.sd), `${row.case} sd`);
      assertClose(meanHalfWidth(samples), Number(row.ci95_half_width), `${row.case} half-width`);
      assertClose(median(samples), Number(row.median), `${row.case} median`);
      assertClose(skewness(samples), Number(row.skewness), `${row.case} skewness`, { absolute: 1e-10 });
    }
  }
});

test('equal samples have their value as mean and no variance at all', () => {
  for (const value of [0.1, 1 / 3, 1e15 / 7, 3e-12]) {
    for (const count of [2, 3, 10, 49, 1000]) {
      const samples = new Array(count).fill(value);
      assert.equal(mean(samples), value);
      assert.equal(variance(samples), 0);
    }
  }
});

test('variance of a small spread on a large mean keeps its digits', () => {
  assertClose(variance([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16]), 30, 'variance');
});

test('quantiles are those of R type 7', () => {
  const samples = [7, 1, 3, 10];
  assert.equal(quantile(samples, 0), 1);
  assert.equal(quantile(samples, 1), 10);
  assertClose(quantile(samples, 0.25), 2.5, 'first quartile');
  assertClose(quantile(samples, 0.9), 9.1, 'ninth decile');
  assert.equal(median(samples), 5);
  assert.equal(median([3, 1, 2]), 2);
  assert.deepEqual(samples, [7, 1, 3, 10], 'the samples are not reordered');
  assert.throws(() => quantile(samples, 1.5), { name: 'RangeError' });
});

test('skewness is m3 / m2^1.5 and follows the long tail', () => {
  // Deviations −1, −1, 2: m3 = 2, m2 = 2.
  assertClose(skewness([1, 1, 4]), 2 / 2 ** 1.5, 'long right tail');
  assertClose(skewness([-1, -1, -4]), -(2 / 2 ** 1.5), 'long left tail');
});

test('what too few samples cannot tell is NaN', () => {
  assert.ok(Number.isNaN(mean([])));
  assert.ok(Number.isNaN(median([])));
  assert.ok(Number.isNaN(variance([1])));
  assert.ok(Number.isNaN(meanHalfWidth([1])));
  assert.ok(Number.isNaN(skewness([2, 2, 2])));
});

test('half-width of the mean grows with the level', () => {
  const samples = [3, 4, 8, 9, 1];
  assert.ok(meanHalfWidth(samples, 0.9) < meanHalfWidth(samples, 0.95));
  assert.throws(() => meanHalfWidth(samples, 1), { name: 'RangeError' });
});
