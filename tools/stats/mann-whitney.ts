import type { Alternative } from './alternative';
import { normalTail } from './normal-distribution';
import { binomialCoefficient, subsetSumCounts, sumOfFirst } from './rank-distribution';
import { rank } from './ranks';
import { requireFinite, type Samples } from './samples';

/** The exact distribution is used while n·m is at most this, 15 ms of work at most. */
export const MANN_WHITNEY_EXACT_UP_TO = 2500;

export interface MannWhitneyResult {
  /** Number of pairs in which y is larger than x, equal pairs counting one half. */
  readonly u: number;
  readonly p: number;
  /** False where p comes from the normal approximation. */
  readonly exact: boolean;
}

/**
 * The Mann–Whitney (Wilcoxon rank-sum) test of two independent samples. `less` asks whether y lies below x.
 *
 * Equal samples get midranks; the distribution is that of all C(n + m, m) ways to deal the observed midranks to the two
 * sides, exactly. Two-sided p is the share of deals whose rank sum is at least as far from its mean. When n·m > 2500:
 * the normal approximation with tie correction and a continuity correction of ½ (Lehmann, Nonparametrics, 1975, 1.4).
 *
 * All samples equal: p = 1. A side without samples: p = NaN. Throws a RangeError when a sample is NaN or
 * infinite.
 */
export function mannWhitneyTest(
  x: Samples,
  y: Samples,
  options: { readonly alternative?: Alternative } = {},
): MannWhitneyResult {
  const { alternative = 'two-sided' } = options;
  const n = x.length;
  const m = y.length;
  const { doubled, tieTerm, sumOfY, u } = rankBoth(x, y);
  const exact = n * m <= MANN_WHITNEY_EXACT_UP_TO;
  let p: number;
  if (n === 0 || m === 0) p = Number.NaN;
  else if (exact) p = exactP(doubled, tieTerm > 0, n, m, sumOfY, alternative);
  else p = normalP(u, n, m, tieTerm, alternative);
  return { u, p, exact };
}

/** The number of pairs in which y is larger than x, equal pairs counting one half. */
export function mannWhitneyU(x: Samples, y: Samples): number {
  return rankBoth(x, y).u;
}

function rankBoth(x: Samples, y: Samples) {
  requireFinite(x, 'x');
  requireFinite(y, 'y');
  const { doubled, tieTerm } = rank([...Array.from(x), ...Array.from(y)]);
  const sumOfY = sumOfFirst(doubled.subarray(x.length), y.length);
  return { doubled, tieTerm, sumOfY, u: (sumOfY - y.length * (y.length + 1)) / 2 };
}

/** P(sum ≤ bound) when `take` of the ascending `ranks` are dealt to one side. */
function dealtAtMost(ranks: Int32Array, take: number, bound: number): number {
  const excess = bound - sumOfFirst(ranks, take);
  if (excess < 0) return 0;
  const ways = sumOfFirst(subsetSumCounts(ranks, take, excess), excess + 1);
  return ways / binomialCoefficient(ranks.length, take);
}

/** P(sum ≥ bound): the same deals read from the other end, every rank r becoming first + last − r. */
function dealtAtLeast(ranks: Int32Array, take: number, bound: number): number {
  const ends = ranks[0] + ranks[ranks.length - 1];
  return dealtAtMost(ranks.map((r) => ends - r).reverse(), take, take * ends - bound);
}

function exactP(
  doubled: Int32Array,
  tied: boolean,
  n: number,
  m: number,
  sumOfY: number,
  alternative: Alternative,
): number {
  // The smaller side is the one dealt out; without ties undoubled ranks halve the table.
  const dealX = n < m;
  const unit = tied ? 1 : 2;
  const ranks = doubled.map((r) => r / unit).sort();
  const take = Math.min(n, m);
  const total = (n + m) * (n + m + 1);
  const sum = (dealX ? total - sumOfY : sumOfY) / unit;
  const mean = (take * (n + m + 1)) / unit;
  if (alternative === 'two-sided') {
    const distance = Math.abs(sum - mean);
    if (distance === 0) return 1;
    const below = dealtAtMost(ranks, take, mean - distance);
    return Math.min(1, below + (tied ? dealtAtLeast(ranks, take, mean + distance) : below));
  }
  // The shorter tail is added up, the longer one is its complement.
  if ((alternative === 'less') !== dealX) {
    return sum <= mean ? dealtAtMost(ranks, take, sum) : 1 - dealtAtLeast(ranks, take, sum + 1);
  }
  return sum >= mean ? dealtAtLeast(ranks, take, sum) : 1 - dealtAtMost(ranks, take, sum - 1);
}

function normalP(u: number, n: number, m: number, tieTerm: number, alternative: Alternative): number {
  const total = n + m;
  const sigma = Math.sqrt(((n * m) / 12) * (total + 1 - tieTerm / (total * (total - 1))));
  const distance = u - (n * m) / 2;
  if (sigma === 0) return 1;
  if (alternative === 'less') return normalTail(-(distance + 0.5) / sigma);
  if (alternative === 'greater') return normalTail((distance - 0.5) / sigma);
  return Math.min(1, 2 * normalTail((Math.abs(distance) - 0.5) / sigma));
}

/**
 * The smallest p the Mann–Whitney test can give with n and m samples that are all different: 2/C(n + m, n) two-sided
 * (when the sides do not overlap), half of it one-sided.
 */
export function mannWhitneyFloor(n: number, m: number, alternative: Alternative = 'two-sided'): number {
  const deals = binomialCoefficient(n + m, n);
  return alternative === 'two-sided' ? Math.min(1, 2 / deals) : 1 / deals;
}
