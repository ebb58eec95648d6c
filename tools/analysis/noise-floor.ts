import type { ConfigurationNoise, NoiseFloor, NoiseReport } from '../model/noise-floor';
import { lag1Autocorrelation } from '../stats/autocorrelation';
import { binomialCdf } from '../stats/binomial-distribution';
import { mean, median } from '../stats/describe';
import type { ArmComparison } from './arm-comparison';
import { pairedDetectable } from './forecast';
import { compareByPairs } from './paired-comparison';
import { describePairing } from './pairing';
import { logRatios, type Pairs, pairUp } from './pairs';
import { type Arm, addToArm, type Group } from './sample-table';
import { compareByWelch } from './welch-comparison';

const ALPHA = 0.05;
const LABELS = ['old', 'new'] as const;

/** A group's rounds, cut into comparisons of `runs` rounds each; a rest is left out. */
function comparisonsOf(group: Group, runs: number): readonly Group[] {
  const parts: Group[] = [];
  for (const [label, arm] of group.arms) {
    const [rates, rounds, orders] = [arm.rates.values(), arm.rounds.values(), arm.orders.values()];
    for (let at = 0; at < rates.length; at++) {
      const part = Math.floor((rounds[at]! - 1) / runs);
      while (parts.length <= part) parts.push({ ...group, arms: new Map<string, Arm>() });
      addToArm(parts[part]!, label, rates[at]!, rounds[at]!, orders[at]!);
    }
  }
  const last = Math.max(0, ...[...group.arms.values()].map((arm) => arm.rounds.values().at(-1) ?? 0));
  return last % runs === 0 ? parts : parts.slice(0, -1);
}

/** The log rates of a configuration in the order its processes ran. */
function inOrder(group: Group): Float64Array {
  const samples = [...group.arms.values()].flatMap((arm) => {
    const [rounds, orders] = [arm.rounds.values(), arm.orders.values()];
    return Array.from(arm.rates.values(), (rate, at) => ({ rate, round: rounds[at]!, order: orders[at]! }));
  });
  samples.sort((a, b) => a.round - b.round || a.order - b.order);
  return Float64Array.from(samples, ({ rate }) => Math.log(rate));
}

interface Measured {
  readonly welch: readonly ArmComparison[];
  readonly paired: readonly ArmComparison[];
  readonly pairs: Pairs;
  readonly autocorrelation: number;
}

function measure(group: Group, runs: number): Measured {
  const parts = comparisonsOf(group, runs).map((part) => LABELS.map((label) => part.arms.get(label)));
  const none = new Float64Array(0);
  return {
    welch: parts.map(([o, n]) => compareByWelch(o?.rates.values() ?? none, n?.rates.values() ?? none)),
    paired: parts.map(([o, n]) => compareByPairs(pairUp(o, n))),
    pairs: pairUp(group.arms.get('old'), group.arms.get('new')),
    autocorrelation: lag1Autocorrelation(inOrder(group)),
  };
}

function starredShare(comparisons: readonly ArmComparison[]): number {
  const possible = comparisons.filter(({ p }) => !Number.isNaN(p));
  return possible.filter(({ p }) => p < ALPHA).length / possible.length;
}

function halfWidth(comparisons: readonly ArmComparison[]): number {
  return median(
    comparisons
      .map(({ interval }) => ((interval.high - interval.low) / 2) * 100)
      .filter((width) => !Number.isNaN(width)),
  );
}

function medians(all: readonly ConfigurationNoise['detectable'][]): NoiseFloor['detectable'] {
  return (all[0] ?? []).map(({ runs }, at) => ({
    runs,
    percent: median(all.map((detectable) => detectable[at]!.percent)),
  }));
}

function floorOf(measured: readonly Measured[], detectable: NoiseFloor['detectable']): NoiseFloor {
  const [welch, paired] = [measured.flatMap((one) => one.welch), measured.flatMap((one) => one.paired)];
  return {
    comparisons: welch.filter(({ p }) => !Number.isNaN(p)).length,
    starredShare: { welch: starredShare(welch), paired: starredShare(paired) },
    halfWidth: { welch: halfWidth(welch), paired: halfWidth(paired) },
    autocorrelation: mean(
      measured.map(({ autocorrelation }) => autocorrelation).filter((one) => !Number.isNaN(one)),
    ),
    positionEffect: describePairing(measured.map(({ pairs }) => pairs))?.positionEffect ?? null,
    detectable,
  };
}

/** The central 95 % of the share of successes in `trials` of probability `ALPHA`. */
function expectedShare(trials: number): NoiseReport['expectedShare'] {
  let low = 0;
  while (low < trials && binomialCdf(low, trials, ALPHA) <= 0.025) low++;
  let high = low;
  while (high < trials && binomialCdf(high, trials, ALPHA) < 0.975) high++;
  return { low: low / trials, high: high / trials };
}

/**
 * What samples of two sides that are the same binary say of the noise. The rounds of each configuration are cut into
 * comparisons of `runs` rounds, each judged by both tests as if it were a run of its own; a rest is left out of these.
 * The overall figures are shares over all comparisons, medians of widths and detectable changes, the mean
 * autocorrelation and the common position effect.
 */
export function analyzeNoiseFloor(groups: readonly Group[], runs: number): NoiseReport {
  const measured = groups.map((group) => measure(group, runs));
  const configurations = groups.map(
    ({ filename, configuration }, at): ConfigurationNoise => ({
      filename,
      configuration,
      ...floorOf([measured[at]!], pairedDetectable(logRatios(measured[at]!.pairs), runs)),
    }),
  );
  const overall = floorOf(measured, medians(configurations.map(({ detectable }) => detectable)));
  return { runs, configurations, overall, expectedShare: expectedShare(overall.comparisons) };
}
