import type { Alternative } from './alternative';
import { normalTail } from './normal-distribution';
import { signedSumMass, sumOfFirst } from './rank-distribution';
import { rank } from './ranks';
import { requireFinite, type Samples } from './samples';

/** The exact distribution is used up to this many differences, 15 ms of work at most. */
export const SIGNED_RANK_EXACT_UP_TO = 200;

export interface SignedRankResult {
  /** Sum of the midranks of the positive differences. */
  readonly statistic: number;
  readonly p: number;
  /** Number of differences that are exactly zero. */
  readonly zeros: number;
  /** False where p comes from the normal approximation. */
  readonly exact: boolean;
}

/**
 * Wilcoxon's signed-rank test of differences that are symmetric about 0 under the null hypothesis. `less` asks
 * whether they lie below 0.
 *
 * Zeros as J. W. Pratt proposed (JASA 54, 1959): they take part in the ranking, then are dropped. Equal absolute
 * differences get midranks; the distribution is that of all 2^k sign patterns of the k non-zero midranks, exactly.
 * Two-sided p is the share of patterns at least as far from the centre. Above 200 differences: the normal approximation
 * with the variance of those midranks (which is the tie correction) and a continuity correction of ½.
 *
 * Only zeros: p = 1. No differences: p = NaN. Throws a RangeError when a difference is NaN or infinite.
 */
export function signedRankTest(
  differences: Samples,
  options: { readonly alternative?: Alternative } = {},
): SignedRankResult {
  requireFinite(differences, 'differences');
  const { alternative = 'two-sided' } = options;
  const n = differences.length;
  const { doubled } = rank(Float64Array.from(differences, Math.abs));
  const ranks = doubled.filter((_, i) => differences[i] !== 0).sort();
  const positive = doubled.filter((_, i) => differences[i] > 0);
  const sum = sumOfFirst(positive, positive.length);
  const exact = n <= SIGNED_RANK_EXACT_UP_TO;
  const lowerTail = exact ? exactLowerTail : normalLowerTail;
  const mirrored = sumOfFirst(ranks, ranks.length) - sum;
  let p: number;
  if (n === 0) p = Number.NaN;
  else if (ranks.length === 0) p = 1;
  else if (alternative === 'less') p = lowerTail(ranks, sum);
  else if (alternative === 'greater') p = lowerTail(ranks, mirrored);
  else p = Math.min(1, 2 * lowerTail(ranks, Math.min(sum, mirrored)));
  return { statistic: sum / 2, p, zeros: n - ranks.length, exact };
}

/** P(S ≤ sum), the smaller of the two tails being the one that is added up: the distribution is symmetric. */
function exactLowerTail(ranks: Int32Array, sum: number): number {
  const total = sumOfFirst(ranks, ranks.length);
  if (2 * sum > total) {
    const above = total - sum - 1;
    return above < 0 ? 1 : 1 - sumOfFirst(signedSumMass(ranks, above), above + 1);
  }
  return sumOfFirst(signedSumMass(ranks, sum), sum + 1);
}

function normalLowerTail(ranks: Int32Array, sum: number): number {
  let squares = 0;
  for (const r of ranks) squares += r * r;
  // In doubled ranks the continuity correction of ½ is 1.
  const z = (sum + 1 - sumOfFirst(ranks, ranks.length) / 2) / Math.sqrt(squares / 4);
  return normalTail(-z);
}

/** The smallest p the signed-rank test can give with n non-zero differences: 2^(1−n) two-sided, 2^−n one-sided. */
export function signedRankFloor(n: number, alternative: Alternative = 'two-sided'): number {
  return alternative === 'two-sided' ? Math.min(1, 2 ** (1 - n)) : 2 ** -n;
}
