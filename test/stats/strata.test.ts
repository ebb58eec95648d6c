import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mean, variance } from '../../tools/stats/describe';
import { seededRandom } from '../../tools/stats/random';
import { commonEstimate, heterogeneityP, type StratumEstimate } from '../../tools/stats/strata';
import { welchTest } from '../../tools/stats/welch';

/** A sample's mean as the estimate of a stratum. */
function stratum(samples: readonly number[], weight = 1): StratumEstimate {
  return {
    estimate: mean(samples),
    variance: variance(samples) / samples.length,
    df: samples.length - 1,
    weight,
  };
}

const A = [4.1, 3.9, 4.6, 5.0, 4.2];
const B = [5.5, 6.1, 4.9, 5.8];

test("of two strata the heterogeneity test is Welch's t-test", () => {
  const { p } = welchTest(A, B);
  assert.ok(Math.abs(heterogeneityP([stratum(A), stratum(B)]) / p - 1) < 1e-10);
});

test('of four strata with one value the heterogeneity test rejects at its level', () => {
  const random = seededRandom('strata');
  const repetitions = 4000;
  let rejected = 0;
  for (let at = 0; at < repetitions; at++) {
    const strata = [1, 2, 4, 8].map((scale) =>
      stratum(Array.from({ length: 8 }, () => 3 + scale * random.normal())),
    );
    if (heterogeneityP(strata) < 0.05) rejected++;
  }
  const share = rejected / repetitions;
  assert.ok(share > 0.035 && share < 0.065, String(share));
});

test('strata without error: the same value is certain, and so is a difference', () => {
  const exact = (estimate: number) => ({ estimate, variance: 0, df: 4, weight: 1 });
  assert.equal(heterogeneityP([exact(1), exact(1)]), 1);
  assert.equal(heterogeneityP([exact(1), exact(2)]), 0);
  assert.deepEqual(commonEstimate([exact(1), exact(3)]), { estimate: 2, standardError: 0, df: 8 });
});

test('the common estimate weighs as told; of one stratum it is that stratum', () => {
  const one = commonEstimate([stratum(A, 7)]);
  assert.equal(one.estimate, mean(A));
  assert.ok(Math.abs(one.df - 4) < 1e-12);
  const two = commonEstimate([stratum(A, 3), stratum(B, 1)]);
  assert.ok(Math.abs(two.estimate - (0.75 * mean(A) + 0.25 * mean(B))) < 1e-12);
  const variances = [0.75 ** 2 * (variance(A) / 5), 0.25 ** 2 * (variance(B) / 4)] as const;
  assert.ok(Math.abs(two.standardError ** 2 - variances[0] - variances[1]) < 1e-12);
  const df = (variances[0] + variances[1]) ** 2 / (variances[0] ** 2 / 4 + variances[1] ** 2 / 3);
  assert.ok(Math.abs(two.df - df) < 1e-9);
  assert.throws(() => commonEstimate([]), RangeError);
});
