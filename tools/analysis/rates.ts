import type { RateFinding, RateSummary } from '../model/rates';
import { mean, meanHalfWidth, median, skewness, variance } from '../stats/describe';
import { medianInterval } from '../stats/median-interval';
import type { Group } from './sample-table';

export function concatenate(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The rates of a group, whatever the variant. */
export function ratesOfGroup(group: Group): Float64Array {
  return concatenate([...group.arms.values()].map((arm) => arm.rates.values()));
}

/** Mean and median of some rates with their intervals; (!) when the mean is not where most of the rates are. */
export function summarizeRates(rates: Float64Array): RateSummary {
  const center = mean(rates);
  const halfWidth = meanHalfWidth(rates);
  const middle = median(rates);
  const scattered = rates.length > 2 && variance(rates) > 0;
  return {
    count: rates.length,
    mean: center,
    halfWidth,
    median: middle,
    medianInterval: rates.length < 2 ? null : medianInterval(rates),
    flagged: scattered && (Math.abs(skewness(rates)) > 1 || Math.abs(middle - center) > halfWidth),
  };
}

/** The rates of each configuration by itself, in the order measured. */
export function analyzeRates(groups: readonly Group[]): RateFinding[] {
  return groups.map((group) => ({
    filename: group.filename,
    configuration: group.configuration,
    ...summarizeRates(ratesOfGroup(group)),
  }));
}
