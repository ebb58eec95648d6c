import type { Interval } from '../model/finding';
import type { Warning } from '../model/warning';
import { type HodgesLehmann, hodgesLehmann } from '../stats/hodges-lehmann';
import { signedRankTest } from '../stats/signed-rank';
import { type ArmComparison, tooFewSamples } from './arm-comparison';
import { logRatios, type Pairs } from './pairs';

const LEVELS = [0.95, 0.99, 0.999] as const;

/** An achieved level this far from 95 % is told. */
const LEVEL_TOLERANCE = 0.005;

/**
 * An interval that misses on one side more often than this would pass a loss of exactly the limit too often: it is neither
 * printed nor decided by. Below five pairs there is no other.
 */
const MOST_ONE_SIDED_ERROR = 0.05;

const NO_INTERVAL: Interval = { low: Number.NaN, high: Number.NaN };

/** Above 200 pairs the level is that of an approximation, which may miss by as much. */
const COVERAGE_TOLERANCE = 0.01;

function isConstant(values: Float64Array): boolean {
  return values.every((value) => value === values[0]);
}

/**
 * Compares the two sides of a configuration by the pairs that ran next to each other: Wilcoxon's signed-rank test on
 * the log ratios, their Hodges–Lehmann median as the estimate, the Walsh interval. What both jobs of a block share
 * (drift, a busy neighbour) cancels, and outliers weigh as ranks; rates and times give the same verdicts.
 * `level` is that of the interval; where it is not 95 % an interval of so few pairs that it cannot be had is unbounded.
 */
export function compareByPairs(pairs: Pairs, level: number = LEVELS[0]): ArmComparison {
  const { oldRates, newRates } = pairs;
  const differences = logRatios(pairs);
  if (differences.length < 2) {
    return tooFewSamples(Math.exp(hodgesLehmann(differences).estimate), oldRates.length, newRates.length);
  }
  const certain = isConstant(oldRates) && isConstant(newRates);
  const at95 = hodgesLehmann(differences, LEVELS[0]);
  const ratio = certain ? newRates[0]! / oldRates[0]! : Math.exp(at95.estimate);
  const interval = level === LEVELS[0] ? intervalThatHolds(at95) : intervalOfLook(differences, level);
  const halfWidth = (level: number): number => {
    if (certain) return 0;
    const { low, high, achievedLevel } = hodgesLehmann(differences, level);
    // Below the level asked for the interval says less than its column promises.
    return achievedLevel < level - LEVEL_TOLERANCE
      ? Number.NaN
      : ((Math.exp(high) - Math.exp(low)) / 2) * 100;
  };
  return {
    ratio,
    interval: certain
      ? { low: ratio, high: ratio }
      : { low: Math.exp(interval.low), high: Math.exp(interval.high) },
    p: certain && ratio !== 1 ? 0 : signedRankTest(differences).p,
    accuracy: [halfWidth(LEVELS[0]), halfWidth(LEVELS[1]), halfWidth(LEVELS[2])],
    worseThan: (limit) => {
      if (limit <= 0) return 1;
      if (certain) return ratio < limit ? 0 : 1;
      const bound = Math.log(limit);
      return signedRankTest(
        differences.map((difference) => difference - bound),
        { alternative: 'less' },
      ).p;
    },
    warnings: warningsOf(pairs, level === LEVELS[0] ? at95.achievedLevel : level, level, certain),
  };
}

function intervalThatHolds({ low, high, achievedLevel }: HodgesLehmann): Interval {
  return (1 - achievedLevel) / 2 <= MOST_ONE_SIDED_ERROR ? { low, high } : NO_INTERVAL;
}

/** The Walsh interval at a level close to 1; everything when no interval of these pairs covers as much. */
function intervalOfLook(differences: Float64Array, level: number): Interval {
  const { low, high, achievedLevel } = hodgesLehmann(differences, level);
  const covers = 1 - achievedLevel <= (1 + COVERAGE_TOLERANCE) * (1 - level);
  return covers ? { low, high } : { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
}

function warningsOf(
  { oldRates, newRates, unpaired }: Pairs,
  achievedLevel: number,
  level: number,
  certain: boolean,
): Warning[] {
  const warnings: Warning[] = [];
  if (oldRates.every((rate, at) => rate === newRates[at])) {
    warnings.push({
      code: 'identical',
      message: 'both sides have the same number in every round: was anything measured?',
    });
  } else if (certain) {
    warnings.push({
      code: 'constant',
      message: 'the samples of each side are all the same number: was anything measured?',
    });
  } else if (Math.abs(achievedLevel - level) > LEVEL_TOLERANCE) {
    const achieved = `${(achievedLevel * 100).toFixed(1)} %`;
    const holds = (1 - achievedLevel) / 2 <= MOST_ONE_SIDED_ERROR;
    warnings.push({
      code: 'interval-level',
      message: holds
        ? `the interval of so few pairs covers ${achieved}, not 95 %`
        : `the interval of so few pairs covers ${achieved}, not 95 %; it decides nothing and is not given`,
    });
  }
  if (unpaired > 0) {
    warnings.push({
      code: 'unpaired-samples',
      message: `${unpaired} sample${unpaired === 1 ? ' has' : 's have'} no partner of the same round and ${unpaired === 1 ? 'is' : 'are'} left out`,
    });
  }
  return warnings;
}
