import type { Alternative } from './alternative';
import { findRoot } from './find-root';
import { incompleteBeta } from './incomplete-beta';
import { normalQuantile, normalTail } from './normal-distribution';

function requireDegrees(df: number): void {
  if (!(df > 0)) throw new RangeError(`degrees of freedom must be positive, not ${df}`);
}

/**
 * P(T > t) of Student's distribution with `df` > 0 degrees of freedom (any real number; ∞ gives the normal), accurate
 * relative to its size also where it is tiny: ½ I_x(df/2, ½) at x = df/(df + t²) for t ≥ 0. DLMF 8.17, Abramowitz &
 * Stegun 26.7.1.
 */
export function studentTTail(t: number, df: number): number {
  requireDegrees(df);
  if (df === Number.POSITIVE_INFINITY) return normalTail(t);
  if (t < 0) return 1 - studentTTail(-t, df);
  const square = (t / df) * t;
  if (square === Number.POSITIVE_INFINITY) return 0;
  return 0.5 * incompleteBeta(1 / (1 + square), square / (1 + square), df / 2, 0.5);
}

/** P(T ≤ t) of Student's distribution with `df` > 0 degrees of freedom. */
export function studentTCdf(t: number, df: number): number {
  return studentTTail(-t, df);
}

/** The p-value of a statistic t that follows Student's distribution with `df` degrees of freedom under the hypothesis. */
export function studentTP(t: number, df: number, alternative: Alternative): number {
  if (alternative === 'less') return studentTTail(-t, df);
  if (alternative === 'greater') return studentTTail(t, df);
  return 2 * studentTTail(Math.abs(t), df);
}

/**
 * The t with P(T ≤ t) = p. −∞ at 0, ∞ at 1; throws a RangeError outside 0…1 and unless df > 0.
 *
 * The root of ln P(T > t) = ln p in ln t, where both tails of the distribution are nearly straight; the normal
 * quantile bounds it from below. For p of at least 1e-150: beyond that the tail of few degrees of freedom underflows.
 */
export function studentTQuantile(p: number, df: number): number {
  requireDegrees(df);
  if (!(p >= 0 && p <= 1)) throw new RangeError(`p must lie in 0…1, not ${p}`);
  if (p > 0.5) return -studentTQuantile(1 - p, df);
  if (p === 0) return Number.NEGATIVE_INFINITY;
  if (p === 0.5) return 0;
  const excess = (logT: number) => Math.log(studentTTail(Math.exp(logT), df) / p);
  const low = Math.log(-normalQuantile(p));
  let width = 0.5;
  while (excess(low + width) > 0) width *= 2;
  return -Math.exp(findRoot(excess, low - 1e-9, low + width, Number.EPSILON));
}
