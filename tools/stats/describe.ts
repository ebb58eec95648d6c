import { requireProbability, type Samples, sorted } from './samples';
import { studentTQuantile } from './student-t-distribution';

/**
 * Arithmetic mean; NaN without samples. The first pass's rounding is taken back in a second pass over the deviations,
 * so that equal samples have exactly their value as mean and exactly 0 as variance.
 */
export function mean(samples: Samples): number {
  const n = samples.length;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += samples[i];
  const center = sum / n;
  let rest = 0;
  for (let i = 0; i < n; i++) rest += samples[i] - center;
  return center + rest / n;
}

/** Mean of the k-th powers of the deviations from `center`. */
function centralMoment(samples: Samples, center: number, k: number): number {
  let sum = 0;
  for (let i = 0; i < samples.length; i++) sum += (samples[i] - center) ** k;
  return sum / samples.length;
}

/** Unbiased variance, divisor n − 1; NaN for fewer than two samples. */
export function variance(samples: Samples): number {
  const n = samples.length;
  if (n < 2) return Number.NaN;
  const center = mean(samples);
  let sum = 0;
  for (let i = 0; i < n; i++) sum += (samples[i] - center) * (samples[i] - center);
  return sum / (n - 1);
}

/** Square root of the unbiased variance. */
export function standardDeviation(samples: Samples): number {
  return Math.sqrt(variance(samples));
}

/**
 * Skewness m3 / m2^1.5 with moments of divisor n, as R's `moments` package has it: 0 for a symmetric sample, positive
 * with a long right tail; NaN for a constant sample and without samples.
 */
export function skewness(samples: Samples): number {
  const center = mean(samples);
  return centralMoment(samples, center, 3) / centralMoment(samples, center, 2) ** 1.5;
}

/** The middle value, the mean of the middle two for an even count; NaN without samples. */
export function median(samples: Samples): number {
  return quantile(samples, 0.5);
}

/**
 * The value below which the share p of the samples lies, interpolated linearly between order statistics: definition 7
 * of Hyndman & Fan (The American Statistician 50, 1996), R's default. NaN without samples; throws a RangeError unless
 * 0 ≤ p ≤ 1.
 */
export function quantile(samples: Samples, p: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`p must lie in 0…1, not ${p}`);
  const n = samples.length;
  if (n === 0) return Number.NaN;
  const values = sorted(samples);
  const position = (n - 1) * p;
  const below = Math.floor(position);
  const above = Math.min(below + 1, n - 1);
  const weight = position - below;
  return weight === 0 ? values[below] : (1 - weight) * values[below] + weight * values[above];
}

/** Half-width of Student's interval of the mean, t((1 + level)/2, n − 1) · s / √n; NaN for fewer than two samples. */
export function meanHalfWidth(samples: Samples, level = 0.95): number {
  requireProbability(level, 'level');
  const n = samples.length;
  if (n < 2) return Number.NaN;
  return studentTQuantile((1 + level) / 2, n - 1) * (standardDeviation(samples) / Math.sqrt(n));
}
