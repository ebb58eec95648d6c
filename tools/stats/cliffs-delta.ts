import { mannWhitneyU } from './mann-whitney';
import type { Samples } from './samples';

export type CliffsDeltaLabel = 'negligible' | 'small' | 'medium' | 'large';

/**
 * Cliff's delta: the share of pairs in which y is larger than x less the share in which it is smaller, from −1 to 1
 * (N. Cliff, Psychological Bulletin 114, 1993). NaN when a side has no samples.
 */
export function cliffsDelta(x: Samples, y: Samples): number {
  const pairs = x.length * y.length;
  return (2 * mannWhitneyU(x, y) - pairs) / pairs;
}

/** The size of |delta| in words: negligible < .147 ≤ small < .33 ≤ medium < .474 ≤ large (Romano et al., 2006). */
export function cliffsDeltaLabel(delta: number): CliffsDeltaLabel {
  const size = Math.abs(delta);
  if (size < 0.147) return 'negligible';
  if (size < 0.33) return 'small';
  if (size < 0.474) return 'medium';
  return 'large';
}
