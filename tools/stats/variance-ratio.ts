import { variance } from './describe';
import { regularizedIncompleteBeta } from './incomplete-beta';
import type { Samples } from './samples';

/**
 * The ratio of the variances of y and x and the two-sided p of "they are equal" by the F distribution for normal
 * samples (Abramowitz & Stegun 26.6.2). NaN where a side has fewer than two samples or is constant.
 */
export function varianceRatioTest(x: Samples, y: Samples): { readonly ratio: number; readonly p: number } {
  const [denominator, numerator] = [variance(x), variance(y)];
  if (!(denominator > 0 && numerator > 0)) return { ratio: Number.NaN, p: Number.NaN };
  const ratio = numerator / denominator;
  const [dfX, dfY] = [x.length - 1, y.length - 1];
  const above = regularizedIncompleteBeta(dfX / (dfX + dfY * ratio), dfX / 2, dfY / 2);
  const below = regularizedIncompleteBeta((dfY * ratio) / (dfX + dfY * ratio), dfY / 2, dfX / 2);
  return { ratio, p: Math.min(1, 2 * Math.min(above, below)) };
}
