import { findRoot } from './find-root';
import { noncentralTTail } from './noncentral-t';
import { requireProbability } from './samples';
import { signedRankFloor } from './signed-rank';
import { studentTQuantile } from './student-t-distribution';
import { satterthwaite } from './welch';

export interface PowerOptions {
  /** Probability of a false alarm; divided by the number of configurations where Holm will be applied. Default .05. */
  readonly alpha?: number;
  /** 2 for a test of any difference, 1 for a gate. Default 2. */
  readonly sides?: 1 | 2;
  /** Wanted probability of finding the difference. Default .8. */
  readonly power?: number;
}

/** A search for the number of runs gives up here. */
const MOST_RUNS = 1e6;

/** The noncentrality (true difference in standard errors) that a t-test of `df` degrees of freedom finds with `power`. */
function detectableNoncentrality(df: number, options: PowerOptions): number {
  const { alpha = 0.05, sides = 2, power = 0.8 } = options;
  requireProbability(alpha, 'alpha');
  requireProbability(power, 'power');
  const critical = -studentTQuantile(alpha / sides, df);
  const missing = (delta: number): number => {
    const wrongSide = sides === 2 ? noncentralTTail(critical, df, -delta) : 0;
    return power - noncentralTTail(critical, df, delta) - wrongSide;
  };
  if (missing(0) <= 0) return 0;
  let high = Math.max(1, critical);
  while (missing(high) > 0) high *= 2;
  return findRoot(missing, 0, high, 1e-9 * high);
}

/**
 * The smallest difference of means that Welch's test finds with the wanted power, in the unit of the standard
 * deviations given (relative deviations give a relative difference). ∞ for fewer than two runs on a side.
 *
 * Method: noncentral t with Satterthwaite's df for these deviations. Simulated with normal samples (20 000 rounds) the
 * power wanted as .80 is .79 to .80 from ten runs a side, .78 with five, .70 with three.
 */
export function welchDetectableDifference(
  sides: {
    readonly oldDeviation: number;
    readonly newDeviation: number;
    readonly oldRuns: number;
    readonly newRuns: number;
  },
  options: PowerOptions = {},
): number {
  const { oldRuns, newRuns } = sides;
  if (!(oldRuns >= 2 && newRuns >= 2)) return Number.POSITIVE_INFINITY;
  const oldVariance = sides.oldDeviation ** 2 / oldRuns;
  const squaredError = oldVariance + sides.newDeviation ** 2 / newRuns;
  if (squaredError === 0) return 0;
  const df = satterthwaite(oldVariance / squaredError, oldRuns, newRuns);
  return detectableNoncentrality(df, options) * Math.sqrt(squaredError);
}

/** The smallest equal number of runs a side with which Welch's test finds `difference`; ∞ above a million. */
export function welchRunsNeeded(
  difference: number,
  deviations: { readonly oldDeviation: number; readonly newDeviation: number },
  options: PowerOptions = {},
): number {
  return smallestRuns(difference, (runs) =>
    welchDetectableDifference({ ...deviations, oldRuns: runs, newRuns: runs }, options),
  );
}

/**
 * Relative efficiency of the signed-rank test to the t-test for normal differences (Hodges & Lehmann, Annals of
 * Mathematical Statistics 27, 1956): it needs 1/.955 times the runs. Never below .864 for any distribution, far above 1
 * for long tails.
 */
export const SIGNED_RANK_EFFICIENCY = 3 / Math.PI;

/**
 * The smallest shift that the signed-rank test of `runs` paired differences finds with the wanted power, in the unit of
 * their standard deviation (log ratios give a log ratio). ∞ when the test cannot reach alpha with so few runs.
 *
 * Method: one-sample noncentral t, its runs multiplied by the test's efficiency 3/π. Simulated with normal differences
 * (20 000 rounds) the power wanted as .80 is .77 to .81 from ten runs, .76 with eight; with the fewest runs that can
 * reach alpha at all (six, one-sided five) .65.
 */
export function pairedDetectableDifference(
  deviation: number,
  runs: number,
  options: PowerOptions = {},
): number {
  const { alpha = 0.05, sides = 2 } = options;
  if (signedRankFloor(runs, sides === 2 ? 'two-sided' : 'less') > alpha) return Number.POSITIVE_INFINITY;
  const effectiveRuns = runs * SIGNED_RANK_EFFICIENCY;
  return (detectableNoncentrality(effectiveRuns - 1, options) * deviation) / Math.sqrt(effectiveRuns);
}

/** The smallest number of pairs with which the signed-rank test finds `difference`; ∞ above a million. */
export function pairedRunsNeeded(difference: number, deviation: number, options: PowerOptions = {}): number {
  return smallestRuns(difference, (runs) => pairedDetectableDifference(deviation, runs, options));
}

/** The smallest number of runs whose detectable difference, which falls with the runs, is at most |difference|. */
function smallestRuns(difference: number, detectable: (runs: number) => number): number {
  const wanted = Math.abs(difference);
  let enough = 2;
  while (!(detectable(enough) <= wanted)) {
    if (enough >= MOST_RUNS) return Number.POSITIVE_INFINITY;
    enough *= 2;
  }
  let tooFew = enough / 2;
  while (enough - tooFew > 1) {
    const runs = Math.floor((enough + tooFew) / 2);
    if (detectable(runs) <= wanted) enough = runs;
    else tooFew = runs;
  }
  return enough;
}
