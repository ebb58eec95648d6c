import { rank } from './ranks';
import type { Samples } from './samples';
import { studentTTail } from './student-t-distribution';

/**
 * Spearman's rank correlation of two lists of one length, −1 to 1, midranks for ties, and the two-sided p of "none" by
 * Student's t with n − 2 degrees of freedom (Kendall & Gibbons, Rank Correlation Methods, 1990, 4.12). NaN for fewer
 * than three values and where one list is constant.
 */
export function rankCorrelation(
  x: Samples,
  y: Samples,
): { readonly correlation: number; readonly p: number } {
  const n = x.length;
  if (n < 3) return { correlation: Number.NaN, p: Number.NaN };
  const [a, b] = [rank(x).doubled, rank(y).doubled];
  let [products, squaresA, squaresB] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    // Twice a midrank less twice the mean rank.
    const [u, v] = [a[i]! - (n + 1), b[i]! - (n + 1)];
    products += u * v;
    squaresA += u * u;
    squaresB += v * v;
  }
  const correlation = products / Math.sqrt(squaresA * squaresB);
  if (Number.isNaN(correlation)) return { correlation, p: Number.NaN };
  const t = Math.abs(correlation) * Math.sqrt((n - 2) / Math.max(0, 1 - correlation * correlation));
  return { correlation, p: t === Infinity ? 0 : 2 * studentTTail(t, n - 2) };
}
