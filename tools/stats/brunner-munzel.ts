import type { Alternative } from './alternative';
import { mean, variance } from './describe';
import { mannWhitneyFloor } from './mann-whitney';
import { rank } from './ranks';
import { requireFinite, type Samples } from './samples';
import { studentTP } from './student-t-distribution';
import { satterthwaite } from './welch';

export interface BrunnerMunzelResult {
  /** P(x < y) + ½ P(x = y), estimated: above ½ when y tends to be larger. */
  readonly estimate: number;
  readonly statistic: number;
  /** NaN when the samples do not overlap. */
  readonly df: number;
  readonly p: number;
}

/**
 * The Brunner–Munzel test (Biometrical Journal 42, 2000): is P(x < y) + ½ P(x = y) one half? Unlike Mann–Whitney it
 * does not presume that both sides have one shape. Student's distribution with Satterthwaite's degrees of freedom;
 * reliable from about ten samples a side. `less` asks whether y lies below x.
 *
 * Where the samples do not overlap its variance estimate is 0 and the statistic infinite; p is then that of the
 * permutation test, 2/C(n + m, n) or half of it (Neubert & Brunner, Computational Statistics & Data Analysis 51, 2007).
 * All samples equal: p = 1. Fewer than two samples on a side: NaN. Throws a RangeError when a sample is NaN or infinite.
 */
export function brunnerMunzelTest(
  x: Samples,
  y: Samples,
  options: { readonly alternative?: Alternative } = {},
): BrunnerMunzelResult {
  requireFinite(x, 'x');
  requireFinite(y, 'y');
  const { alternative = 'two-sided' } = options;
  const n = x.length;
  const m = y.length;
  const pooled = rank([...Array.from(x), ...Array.from(y)]).doubled;
  const placementsX = placements(pooled.subarray(0, n), rank(x).doubled);
  const placementsY = placements(pooled.subarray(n), rank(y).doubled);
  const estimate = mean(placementsY) / n;
  if (n < 2 || m < 2) return { estimate, statistic: Number.NaN, df: Number.NaN, p: Number.NaN };
  const varianceX = variance(placementsX) / (n * m * m);
  const varianceY = variance(placementsY) / (m * n * n);
  const total = varianceX + varianceY;
  if (total === 0) return withoutOverlap(estimate, n, m, alternative);
  const statistic = (estimate - 0.5) / Math.sqrt(total);
  const df = satterthwaite(varianceX / total, n, m);
  return { estimate, statistic, df, p: studentTP(statistic, df, alternative) };
}

function withoutOverlap(
  estimate: number,
  n: number,
  m: number,
  alternative: Alternative,
): BrunnerMunzelResult {
  if (estimate === 0.5) return { estimate, statistic: 0, df: Number.NaN, p: 1 };
  const statistic = estimate > 0.5 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  const otherSide = alternative === (estimate > 0.5 ? 'less' : 'greater');
  return { estimate, statistic, df: Number.NaN, p: otherSide ? 1 : mannWhitneyFloor(n, m, alternative) };
}

/** For each sample how many of the other side lie below it, equal ones counting one half. */
function placements(pooled: Int32Array, own: Int32Array): Float64Array {
  return Float64Array.from(pooled, (r, i) => (r - own[i]) / 2);
}
