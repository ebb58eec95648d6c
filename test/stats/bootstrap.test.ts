import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bcaInterval, mean, median, seededRandom } from '../../tools/stats';
import { assertClose } from '../support/reference';

const SKEWED = [0.9, 0.2, 3.1, 0.5, 7.4, 1.2, 0.1, 2.6, 0.7, 1.9, 0.3, 4.8, 1.1, 0.4, 2.2];
const OTHER = [1.4, 0.8, 0.6, 5.2, 2.9, 1.7, 9.6, 0.2, 3.3, 1];

test('the interval of a skewed mean agrees with SciPy', () => {
  // scipy.stats.bootstrap 1.17, BCa, 400 000 resamples: 1.08 to 3.20; the plain percentile interval: 0.953 to 2.907.
  const result = bcaInterval([SKEWED], ([samples]) => mean(samples), seededRandom(1), { resamples: 20000 });
  assert.equal(result.estimate, mean(SKEWED));
  assertClose(result.low, 1.08, 'low', { relative: 0.015 });
  assertClose(result.high, 3.2, 'high', { relative: 0.015 });
  // At 90 %: 1.173 to 2.940, percentile 1.060 to 2.713.
  const narrow = bcaInterval([SKEWED], ([samples]) => mean(samples), seededRandom(2), {
    level: 0.9,
    resamples: 20000,
  });
  assertClose(narrow.low, 1.1733, 'low', { relative: 0.015 });
  assertClose(narrow.high, 2.94, 'high', { relative: 0.015 });
});

test('several samples are resampled independently', () => {
  // SciPy: the ratio of the means, 0.603 to 3.427.
  const ratio = bcaInterval([SKEWED, OTHER], ([x, y]) => mean(y) / mean(x), seededRandom(3), {
    resamples: 20000,
  });
  assertClose(ratio.low, 0.603, 'low', { relative: 0.03 });
  assertClose(ratio.high, 3.427, 'high', { relative: 0.03 });
  // Differences of means have the acceleration of both sides together. SciPy: −3.247 to 0.780 (percentile −2.917 to 0.977).
  const shift = bcaInterval([OTHER, SKEWED], ([x, y]) => mean(y) - mean(x), seededRandom(4), {
    resamples: 20000,
  });
  assertClose(shift.low, -3.247, 'low', { absolute: 0.05 });
  assertClose(shift.high, 0.78, 'high', { absolute: 0.05 });
});

test('a monotone change of the statistic changes the interval by the same function', () => {
  const plain = bcaInterval([SKEWED], ([samples]) => mean(samples), seededRandom(5));
  const cubed = bcaInterval([SKEWED], ([samples]) => mean(samples) ** 3, seededRandom(5));
  // The acceleration is estimated anew, so the agreement is not exact.
  assertClose(Math.cbrt(cubed.low), plain.low, 'low', { relative: 0.05 });
  assertClose(Math.cbrt(cubed.high), plain.high, 'high', { relative: 0.05 });
});

test('the same seed gives the same interval, another seed another', () => {
  const interval = (seed: number) =>
    bcaInterval([SKEWED], ([samples]) => median(samples) + mean(samples), seededRandom(seed));
  assert.deepEqual(interval(6), interval(6));
  assert.notDeepEqual(interval(6), interval(7));
});

test('a constant sample gives a single point', () => {
  assert.deepEqual(
    bcaInterval([[4, 4, 4]], ([samples]) => mean(samples), seededRandom(1)),
    {
      estimate: 4,
      low: 4,
      high: 4,
    },
  );
});

test('a statistic at the edge of its resamples still has an interval', () => {
  const { low, high } = bcaInterval([SKEWED], ([samples]) => Math.max(...samples), seededRandom(8));
  assert.ok(low > 0 && high <= 7.4);
});

test('what cannot be resampled is refused', () => {
  const statistic = ([samples]: readonly Float64Array[]) => mean(samples);
  assert.throws(() => bcaInterval([[]], statistic, seededRandom(1)), /samples\[0\] is empty/);
  assert.throws(() => bcaInterval([[1, Number.NaN]], statistic, seededRandom(1)), { name: 'RangeError' });
  assert.throws(() => bcaInterval([[1, 2]], () => Number.NaN, seededRandom(1)), { name: 'RangeError' });
  assert.throws(() => bcaInterval([[1, 2]], statistic, seededRandom(1), { level: 1 }), {
    name: 'RangeError',
  });
});
