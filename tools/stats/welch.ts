import type { Alternative } from './alternative';
import { mean, variance } from './describe';
import { requireFinite, requireProbability, type Samples } from './samples';
import { studentTP, studentTQuantile } from './student-t-distribution';

export interface WelchResult {
  /** The difference in standard errors; ±∞ when both sides are constant and differ. */
  readonly t: number;
  /** Satterthwaite's degrees of freedom. */
  readonly df: number;
  readonly p: number;
  /** mean(y) − ratio · mean(x). */
  readonly difference: number;
  /** Standard error of the difference. */
  readonly standardError: number;
}

/** What Welch's test needs to know of one side. */
export interface SideSummary {
  readonly count: number;
  readonly mean: number;
  /** Variance of the mean, s²/n; NaN for fewer than two samples. */
  readonly meanVariance: number;
}

export function summarizeSide(samples: Samples, name: string): SideSummary {
  requireFinite(samples, name);
  const count = samples.length;
  return { count, mean: mean(samples), meanVariance: variance(samples) / count };
}

/**
 * Satterthwaite's degrees of freedom (Biometrics Bulletin 2, 1946) of a difference whose variance comes to the share
 * `share` from x, the rest from y. Written with shares it can neither overflow nor underflow.
 */
export function satterthwaite(share: number, n: number, m: number): number {
  return 1 / (share ** 2 / (n - 1) + (1 - share) ** 2 / (m - 1));
}

/**
 * Welch's t-test (Biometrika 34, 1947) of y against ratio · x: t = (ȳ − ratio·x̄) / √(s_y²/m + ratio²·s_x²/n). `less` asks
 * whether y lies below ratio · x. The ratio scales x, so that a threshold of 5 % is tested with 0.95.
 *
 * One constant side counts with variance 0. Both constant: the difference is certain, t = ±∞ and p 0 (1 on the other
 * side), or, when there is none, t = 0 and p = 1 (½ one-sided); df is then n + m − 2. Fewer than two samples on a
 * side: t, df, p and standardError are NaN. Throws a RangeError when a sample is NaN or infinite.
 */
export function welchTest(
  x: Samples,
  y: Samples,
  options: { readonly alternative?: Alternative; readonly ratio?: number } = {},
): WelchResult {
  const { alternative = 'two-sided', ratio = 1 } = options;
  const sideX = summarizeSide(x, 'x');
  const sideY = summarizeSide(y, 'y');
  const difference = sideY.mean - ratio * sideX.mean;
  const varianceX = ratio * ratio * sideX.meanVariance;
  const squaredError = varianceX + sideY.meanVariance;
  const standardError = Math.sqrt(squaredError);
  if (Number.isNaN(squaredError))
    return { t: Number.NaN, df: Number.NaN, p: Number.NaN, difference, standardError };
  const certain = squaredError === 0;
  const t = certain && difference === 0 ? 0 : difference / standardError;
  const df = certain
    ? sideX.count + sideY.count - 2
    : satterthwaite(varianceX / squaredError, sideX.count, sideY.count);
  return { t, df, p: studentTP(t, df, alternative), difference, standardError };
}

/** Half-width of the interval of the difference at `level`: t((1 + level)/2, df) · standardError. NaN where p is NaN. */
export function welchHalfWidth(result: WelchResult, level: number): number {
  requireProbability(level, 'level');
  if (Number.isNaN(result.df)) return Number.NaN;
  return studentTQuantile((1 + level) / 2, result.df) * result.standardError;
}
