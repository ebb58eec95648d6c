import { incompleteBeta } from './incomplete-beta';

/**
 * P(K ≤ k) for K successes in n trials of probability p: I_{1−p}(n − k, k + 1), DLMF 8.17.5. Accurate relative to its
 * size also where it is tiny. Throws a RangeError unless n is an integer ≥ 0 and 0 ≤ p ≤ 1.
 */
export function binomialCdf(k: number, n: number, p: number): number {
  if (!(Number.isInteger(n) && n >= 0)) throw new RangeError(`n must be an integer of at least 0, not ${n}`);
  if (!(p >= 0 && p <= 1)) throw new RangeError(`p must lie in 0…1, not ${p}`);
  const successes = Math.floor(k);
  if (successes < 0) return 0;
  if (successes >= n) return 1;
  return incompleteBeta(1 - p, p, n - successes, successes + 1);
}
