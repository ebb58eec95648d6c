import type { Interval } from '../model/finding';
import { quantile } from './describe';
import { normalCdf, normalQuantile } from './normal-distribution';
import type { Random } from './random';
import { requireFinite, requireProbability, type Samples } from './samples';

/** A bootstrap interval with the estimate it belongs to. */
export interface BootstrapInterval extends Interval {
  readonly estimate: number;
}

/**
 * BCa bootstrap interval (bias-corrected and accelerated; B. Efron, JASA 82, 1987) of a statistic of one or more
 * independent samples, each resampled on its own. The acceleration comes from the jackknife over all samples (Efron &
 * Tibshirani, An Introduction to the Bootstrap, 1993, 14.3 and exercise 14.9). The draws come from `random` alone: same
 * seed, same interval.
 *
 * `statistic` gets the samples in the order given and must return a finite number for resamples of them. With few
 * samples it covers less than its level: simulated for the mean, 95 % is 89 % with ten normal samples (exponential ones
 * 88 %), 93 % with thirty (92 %).
 *
 * Throws a RangeError when a sample is NaN, infinite or missing, or a statistic is not finite.
 */
export function bcaInterval(
  samples: readonly Samples[],
  statistic: (samples: readonly Float64Array[]) => number,
  random: Random,
  options: { readonly level?: number; readonly resamples?: number } = {},
): BootstrapInterval {
  const { level = 0.95, resamples = 2000 } = options;
  requireProbability(level, 'level');
  for (const [i, side] of samples.entries()) {
    requireFinite(side, `samples[${i}]`);
    if (side.length === 0) throw new RangeError(`samples[${i}] is empty`);
  }
  const observed = samples.map((side) => Float64Array.from(side));
  const evaluate = (drawn: readonly Float64Array[]): number => {
    const value = statistic(drawn);
    if (!Number.isFinite(value)) throw new RangeError(`the statistic of a resample is ${value}`);
    return value;
  };
  const estimate = evaluate(observed);
  const replicates = Float64Array.from({ length: resamples }, () =>
    evaluate(observed.map((side) => side.map(() => side[random.integer(side.length)]))),
  );
  const bias = normalQuantile(shareBelow(replicates, estimate));
  const acceleration = jackknifeAcceleration(observed, evaluate);
  const end = (p: number): number => {
    const z = bias + normalQuantile(p);
    const stretch = Math.max(0, 1 - acceleration * z);
    return quantile(replicates, normalCdf(bias + z / stretch));
  };
  return { estimate, low: end((1 - level) / 2), high: end((1 + level) / 2) };
}

/** The share of the replicates below the estimate, equal ones counting half, kept half a replicate away from 0 and 1. */
function shareBelow(replicates: Float64Array, estimate: number): number {
  let below = 0;
  for (const value of replicates) below += value < estimate ? 1 : value === estimate ? 0.5 : 0;
  const count = replicates.length;
  return Math.min(count - 0.5, Math.max(0.5, below)) / count;
}

function jackknifeAcceleration(
  samples: readonly Float64Array[],
  evaluate: (samples: readonly Float64Array[]) => number,
): number {
  let cubes = 0;
  let squares = 0;
  for (const [k, side] of samples.entries()) {
    if (side.length < 2) continue;
    const without = Float64Array.from(side, (_, i) =>
      evaluate(samples.map((other, j) => (j === k ? other.filter((_value, at) => at !== i) : other))),
    );
    const center = without.reduce((sum, value) => sum + value, 0) / side.length;
    for (const value of without) {
      const influence = ((side.length - 1) * (center - value)) / side.length;
      cubes += influence ** 3;
      squares += influence ** 2;
    }
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}
