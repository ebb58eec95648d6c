import { mean, variance } from './describe';
import type { Samples } from './samples';

/**
 * The share of the variance that grouping explains, corrected for chance: ε² = (SSB − dfB · MSW) / SST (T. L. Kelley,
 * PNAS 21, 1935). Its expectation is 0 when the groups do not differ, so single values may be slightly negative.
 *
 * `strata` holds, for each stratum, the samples of each group; sums of squares and degrees of freedom are added over
 * the strata, so that differences between strata count for nothing. NaN when no group has two samples (chance cannot be
 * told apart), when no stratum has two groups, and when all samples of each stratum are equal. Groups without samples
 * are ignored.
 */
export function epsilonSquared(strata: readonly (readonly Samples[])[]): number {
  let between = 0;
  let within = 0;
  let betweenDf = 0;
  let withinDf = 0;
  for (const stratum of strata) {
    const groups = stratum.filter((group) => group.length > 0);
    if (groups.length === 0) continue;
    const center = mean(groups.flatMap((group) => Array.from(group)));
    for (const group of groups) {
      between += group.length * (mean(group) - center) ** 2;
      if (group.length > 1) within += variance(group) * (group.length - 1);
      withinDf += group.length - 1;
    }
    betweenDf += groups.length - 1;
  }
  if (betweenDf === 0 || withinDf === 0) return Number.NaN;
  return (between - (betweenDf * within) / withinDf) / (between + within);
}
