import { findRoot } from './find-root';
import { crossingProbabilities, requireFractions, SequentialTest } from './group-sequential';
import { normalQuantile, normalTail } from './normal-distribution';
import { requireProbability } from './samples';

export interface BoundaryOptions {
  /** False-alarm rate over all looks together. Default .05. */
  readonly alpha?: number;
  /** 2: stop when |z| crosses; 1: when z crosses. Default 2. */
  readonly sides?: 1 | 2;
}

/**
 * Critical values of z at each look of a test that may stop early, by the O'Brien–Fleming-type error-spending function
 * of Lan & DeMets (Biometrika 70, 1983): 2 − 2Φ(z_{α/2}/√t) of each side's α is spent by information fraction t. The
 * looks need not be equally spaced nor planned in number; only fractions up to the present one matter. ∞ where the
 * allowance is below 1e-300. Integration error below 1e-9.
 *
 * `fractions`: rising within (0, 1], the runs done at each look over the runs planned. Throws a RangeError otherwise.
 */
export function obrienFlemingBoundaries(
  fractions: readonly number[],
  options: BoundaryOptions = {},
): number[] {
  const { alpha = 0.05, sides = 2 } = options;
  requireProbability(alpha, 'alpha');
  requireFractions(fractions);
  const start = -normalQuantile(alpha / sides / 2);
  const spent = (fraction: number) => sides * 2 * normalTail(start / Math.sqrt(fraction));
  const test = new SequentialTest(sides);
  return fractions.map((fraction, k) => {
    const allowance = spent(fraction) - (k === 0 ? 0 : spent(fractions[k - 1]));
    const z = test.criticalValue(fraction, allowance);
    if (k + 1 < fractions.length) test.advance(fraction, z, fractions[k + 1]);
    return z;
  });
}

/**
 * The original boundaries (O'Brien & Fleming, Biometrics 35, 1979): c/√t at information fraction t, one c for all looks
 * such that the false-alarm rate over all of them is α. All looks must be known beforehand.
 */
export function classicObrienFlemingBoundaries(
  fractions: readonly number[],
  options: BoundaryOptions = {},
): number[] {
  const { alpha = 0.05, sides = 2 } = options;
  requireProbability(alpha, 'alpha');
  requireFractions(fractions);
  const boundaries = (c: number) => fractions.map((fraction) => c / Math.sqrt(fraction));
  const excess = (c: number) =>
    crossingProbabilities(fractions, boundaries(c), sides).reduce((sum, p) => sum + p, 0) - alpha;
  // One look needs the least critical value, K looks less than Bonferroni's.
  const low = -normalQuantile(alpha / sides);
  const high = -normalQuantile(alpha / sides / fractions.length);
  return boundaries(
    fractions.length === 1 ? low : findRoot(excess, low - 0.01, high / Math.sqrt(fractions[0]), 1e-12),
  );
}
