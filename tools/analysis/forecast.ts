import type { TestKind } from '../model/finding';
import type { Detectable, PowerForecast } from '../model/noise-floor';
import { mean, standardDeviation } from '../stats/describe';
import { hodgesLehmann } from '../stats/hodges-lehmann';
import {
  type PowerOptions,
  pairedDetectableDifference,
  SIGNED_RANK_EFFICIENCY,
  welchDetectableDifference,
} from '../stats/power';
import { studentTQuantile } from '../stats/student-t-distribution';
import { logRatios, pairUp } from './pairs';
import type { Group } from './sample-table';

/** Of the runs planned. */
const MULTIPLES = [1, 2, 4] as const;

export interface ForecastOptions {
  readonly test: TestKind;
  /** Runs a side that are planned. */
  readonly runs: number;
  readonly power?: PowerOptions;
}

/**
 * The standard deviation of normal differences whose Walsh interval would be as wide as that of these: what the
 * signed-rank test makes of their noise, so that outliers count as little here as they do there. NaN for fewer than two.
 */
function effectiveDeviation(differences: Float64Array): number {
  const { low, high, achievedLevel } = hodgesLehmann(differences, 0.95);
  const effectiveRuns = differences.length * SIGNED_RANK_EFFICIENCY;
  if (!(effectiveRuns > 1) || !Number.isFinite(high - low)) return standardDeviation(differences);
  const quantile = studentTQuantile((1 + achievedLevel) / 2, effectiveRuns - 1);
  return ((high - low) / 2 / quantile) * Math.sqrt(effectiveRuns);
}

/** The smallest loss in percent that the signed-rank test of so many pairs with these log ratios would find. */
export function pairedDetectable(
  differences: Float64Array,
  runs: number,
  power?: PowerOptions,
): readonly Detectable[] {
  const deviation = effectiveDeviation(differences);
  return MULTIPLES.map((multiple) => ({
    runs: multiple * runs,
    percent: Number.isNaN(deviation)
      ? Number.NaN
      : -100 * Math.expm1(-pairedDetectableDifference(deviation, multiple * runs, power)),
  }));
}

function welchDetectable(
  oldRates: Float64Array,
  newRates: Float64Array,
  runs: number,
  power?: PowerOptions,
): readonly Detectable[] {
  const relative = (rates: Float64Array) => standardDeviation(rates) / mean(rates);
  const [oldDeviation, newDeviation] = [relative(oldRates), relative(newRates)];
  return MULTIPLES.map((multiple) => {
    const sides = { oldDeviation, newDeviation, oldRuns: multiple * runs, newRuns: multiple * runs };
    const known = !Number.isNaN(oldDeviation + newDeviation);
    return {
      runs: multiple * runs,
      percent: known ? 100 * welchDetectableDifference(sides, power) : Number.NaN,
    };
  });
}

/**
 * For each configuration the smallest loss that the test finds with 80 % power (unless `power` says otherwise) at the
 * planned number of runs, at twice and at four times as many, if the noise stays what it was so far.
 */
export function forecastPower(groups: readonly Group[], options: ForecastOptions): PowerForecast[] {
  const { test, runs, power } = options;
  const none = new Float64Array(0);
  return groups.map((group) => {
    const [oldArm, newArm] = [group.arms.get('old'), group.arms.get('new')];
    const [oldRates, newRates] = [oldArm?.rates.values() ?? none, newArm?.rates.values() ?? none];
    return {
      filename: group.filename,
      configuration: group.configuration,
      basis: Math.min(oldRates.length, newRates.length),
      detectable:
        test === 'paired'
          ? pairedDetectable(logRatios(pairUp(oldArm, newArm)), runs, power)
          : welchDetectable(oldRates, newRates, runs, power),
    };
  });
}
