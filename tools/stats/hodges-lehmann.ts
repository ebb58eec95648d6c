import type { Interval } from '../model/finding';
import { MANN_WHITNEY_EXACT_UP_TO } from './mann-whitney';
import { normalQuantile, normalTail } from './normal-distribution';
import { binomialCoefficient, signedSumMass, subsetSumCounts } from './rank-distribution';
import { requireFinite, requireProbability, type Samples, sorted } from './samples';
import { type PairSums, selectSum } from './select-sum';
import { SIGNED_RANK_EXACT_UP_TO } from './signed-rank';

/** An estimate of location with the interval that inverts the rank test. */
export interface HodgesLehmann extends Interval {
  readonly estimate: number;
  /** The coverage of the interval under continuous distributions; below the level asked for only when n is too small. */
  readonly achievedLevel: number;
  /** False where the ranks of the interval's ends come from the normal approximation. */
  readonly exact: boolean;
}

/** Which order statistic from either end bounds the interval, and the coverage that gives. */
interface Cut {
  readonly k: number;
  readonly achievedLevel: number;
}

/**
 * The largest k with P(S ≤ k − 1) ≤ (1 − level)/2, at least 1; `lowerHalf` holds P(S = s) from s = 0.
 */
function exactCut(lowerHalf: Float64Array, level: number): Cut {
  const alpha = (1 - level) / 2;
  let k = 1;
  let below = lowerHalf[0];
  while (k < lowerHalf.length && below + lowerHalf[k] <= alpha) {
    below += lowerHalf[k];
    k++;
  }
  return { k, achievedLevel: 1 - 2 * below };
}

function normalCut(mean: number, deviation: number, level: number): Cut {
  const k = Math.max(1, Math.floor(mean + 0.5 + normalQuantile((1 - level) / 2) * deviation));
  return { k, achievedLevel: 1 - 2 * normalTail((mean + 0.5 - k) / deviation) };
}

function ofSums(sums: PairSums, count: number, cut: Cut, exact: boolean): HodgesLehmann {
  const middle = selectSum(sums, Math.floor((count + 1) / 2));
  const estimate = count % 2 === 1 ? middle : (middle + selectSum(sums, count / 2 + 1)) / 2;
  const low = selectSum(sums, cut.k);
  const high = selectSum(sums, count + 1 - cut.k);
  return { estimate, low, high, achievedLevel: cut.achievedLevel, exact };
}

const NO_SAMPLES: HodgesLehmann = {
  estimate: Number.NaN,
  low: Number.NEGATIVE_INFINITY,
  high: Number.POSITIVE_INFINITY,
  achievedLevel: 1,
  exact: true,
};

/**
 * The centre of symmetry of the differences (Hodges & Lehmann, Annals of Mathematical Statistics 34, 1963): the median
 * of the n(n + 1)/2 Walsh averages (d_i + d_j)/2, i ≤ j. The interval lies between the k-th smallest and the k-th
 * largest of them, k from the distribution of the signed-rank statistic without ties: exact for n ≤ 200, from the
 * normal approximation above. With ties the coverage is at least the level stated.
 *
 * Without samples: NaN in (−∞, ∞). Throws a RangeError when a difference is NaN or infinite.
 */
export function hodgesLehmann(differences: Samples, level = 0.95): HodgesLehmann {
  requireFinite(differences, 'differences');
  requireProbability(level, 'level');
  const n = differences.length;
  if (n === 0) return NO_SAMPLES;
  const count = (n * (n + 1)) / 2;
  const exact = n <= SIGNED_RANK_EXACT_UP_TO;
  const ranks = Array.from({ length: n }, (_, i) => i + 1);
  const cut = exact
    ? exactCut(signedSumMass(ranks, Math.floor(count / 2)), level)
    : normalCut(count / 2, Math.sqrt((count * (2 * n + 1)) / 12), level);
  const halves = sorted(differences).map((d) => d / 2);
  return ofSums({ a: halves, b: halves, triangular: true }, count, cut, exact);
}

/**
 * By how much y lies above x when both have one shape: the median of all n·m differences y_j − x_i, with the interval
 * between the k-th smallest and the k-th largest of them, k from the distribution of the Mann–Whitney statistic without
 * ties: exact for n·m ≤ 2500, from the normal approximation above.
 *
 * A side without samples: NaN in (−∞, ∞). Throws a RangeError when a sample is NaN or infinite.
 */
export function hodgesLehmannShift(x: Samples, y: Samples, level = 0.95): HodgesLehmann {
  requireFinite(x, 'x');
  requireFinite(y, 'y');
  requireProbability(level, 'level');
  const n = x.length;
  const m = y.length;
  if (n === 0 || m === 0) return NO_SAMPLES;
  const count = n * m;
  const exact = count <= MANN_WHITNEY_EXACT_UP_TO;
  const cut = exact
    ? exactCut(rankSumMass(n, m), level)
    : normalCut(count / 2, Math.sqrt((count * (n + m + 1)) / 12), level);
  const negated = sorted(Float64Array.from(x, (value) => -value));
  return ofSums({ a: negated, b: sorted(y), triangular: false }, count, cut, exact);
}

/** P(U = u) for u = 0 … n·m/2 without ties. */
function rankSumMass(n: number, m: number): Float64Array {
  const ranks = Array.from({ length: n + m }, (_, i) => i + 1);
  const total = binomialCoefficient(n + m, m);
  return subsetSumCounts(ranks, Math.min(n, m), Math.floor((n * m) / 2)).map((ways) => ways / total);
}
