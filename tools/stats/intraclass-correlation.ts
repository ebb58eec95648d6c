import { mean, variance } from './describe';
import type { Samples } from './samples';

/**
 * Intraclass correlation of the one-way random-effects model: the share of the variance that lies between groups, as
 * ICC(1) = (MSB − MSW) / (MSB + (k − 1) MSW), k = (N − Σ n_i² / N) / (groups − 1) the mean group size corrected for
 * unequal sizes (Shrout & Fleiss, Psychological Bulletin 86, 1979; A. Donner, International Statistical Review 54, 1986).
 * Near 1: repeating inside a group tells nothing new. May be negative.
 *
 * NaN with fewer than two groups, when no group has two samples, and when all samples are equal. Groups without samples
 * are ignored.
 */
export function intraclassCorrelation(groups: readonly Samples[]): number {
  const filled = groups.filter((group) => group.length > 0);
  const total = filled.reduce((sum, group) => sum + group.length, 0);
  const squares = filled.reduce((sum, group) => sum + group.length ** 2, 0);
  const center = mean(filled.flatMap((group) => Array.from(group)));
  let between = 0;
  let within = 0;
  for (const group of filled) {
    between += group.length * (mean(group) - center) ** 2;
    if (group.length > 1) within += variance(group) * (group.length - 1);
  }
  const meanBetween = between / (filled.length - 1);
  const meanWithin = within / (total - filled.length);
  const size = (total - squares / total) / (filled.length - 1);
  return (meanBetween - meanWithin) / (meanBetween + (size - 1) * meanWithin);
}
