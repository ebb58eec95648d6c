import type { TestKind } from '../model/finding';
import type { Warning } from '../model/warning';
import { median, variance } from '../stats/describe';
import { rankCorrelation } from '../stats/rank-correlation';
import { bestTwoGroups } from '../stats/two-groups';
import { varianceRatioTest } from '../stats/variance-ratio';
import type { Pairs } from './pairs';

/** The two sides of a configuration, each in the order it was measured. */
export interface RuleInput {
  readonly oldRates: Float64Array;
  readonly newRates: Float64Array;
  /** Null where the samples do not say which ran together. */
  readonly pairs: Pairs | null;
  readonly test: TestKind;
}

/** Below these runs a side: the signed-rank test cannot reach 5 %; Welch's knows the spread to a factor of two at best. */
const RUNS_FLOOR = { paired: 6, welch: 5 } as const;

/** A spread this many times the other's is told, */
const SPREAD_RATIO = 3;
/** unless so few samples differ that much by chance more often than this. */
const SPREAD_CHANCE = 0.005;

/** Fewer samples than this fall into two groups, or drift, by chance too often. */
const PATTERN_RUNS = 10;
/** A mode has at least this share of the samples; less are outliers. */
const MODE_SHARE = 0.2;
/** Two modes leave less variance within them than this share: uniform samples leave 1/4, five deviations apart 1/7. */
const MODES_EXPLAIN = 0.8;

/** One row in two hundred drifts as much by chance. */
const DRIFT_CHANCE = 0.005;

/** Fewer distinct values than this share of the samples: they come in steps. */
const DISTINCT_SHARE = 0.5;

function fewRuns({ oldRates, newRates, test }: RuleInput): string | null {
  const runs = Math.min(oldRates.length, newRates.length);
  if (runs < 2 || runs >= RUNS_FLOOR[test]) return null;
  // Samples without any spread are judged by rules of their own, however few.
  if (variance(oldRates) === 0 && variance(newRates) === 0) return null;
  return test === 'paired'
    ? `with ${runs} pairs no difference, however large, can be significant: at least ${RUNS_FLOOR.paired} are needed`
    : `${runs} runs a side tell little of the spread: at least ${RUNS_FLOOR.welch} are advised`;
}

function unequalSpread({ oldRates, newRates }: RuleInput): string | null {
  // Constant samples have their own warnings.
  if (variance(oldRates) === 0 || variance(newRates) === 0) return null;
  const logarithms = [oldRates, newRates].map((rates) => rates.map(Math.log));
  const { ratio, p } = varianceRatioTest(logarithms[0]!, logarithms[1]!);
  const factor = Math.sqrt(Math.max(ratio, 1 / ratio));
  if (!(factor > SPREAD_RATIO && p < SPREAD_CHANCE)) return null;
  const [wide, narrow] = ratio > 1 ? ['new', 'old'] : ['old', 'new'];
  return `the rates of ${wide} spread ${factor.toFixed(1)} times as much as those of ${narrow}: a change of the mean is not all that changed`;
}

/**
 * The share of variance between two groups that normal samples exceed once in two hundred: 2/π and 0.94 over the root
 * of their number (simulated for 8 to 200 samples, 20,000 times each; within 0.01 everywhere).
 */
function chanceShare(count: number): number {
  return 2 / Math.PI + 0.94 / Math.sqrt(count);
}

function twoModes({ oldRates, newRates }: RuleInput): string | null {
  const sides = [
    ['old', oldRates],
    ['new', newRates],
  ] as const;
  const found = sides.flatMap(([side, rates]) => {
    const count = rates.length;
    if (count < PATTERN_RUNS) return [];
    const groups = bestTwoGroups(rates, Math.max(3, Math.ceil(MODE_SHARE * count)));
    if (groups === null || groups.share < Math.max(MODES_EXPLAIN, chanceShare(count))) return [];
    const gap = (groups.highMean / groups.lowMean - 1) * 100;
    return [
      `${side} has two modes ${gap.toFixed(1)} % apart, ${groups.lowCount} runs in the slow and ${groups.highCount} in the fast one`,
    ];
  });
  return found.length === 0 ? null : found.join('; ');
}

function drift({ pairs }: RuleInput): string | null {
  if (pairs === null || pairs.oldRates.length < PATTERN_RUNS) return null;
  const { oldRates, newRates } = pairs;
  const count = oldRates.length;
  // What both jobs of a block share: their geometric mean.
  const levels = oldRates.map((rate, at) => (Math.log(rate) + Math.log(newRates[at]!)) / 2);
  const { p } = rankCorrelation(
    levels.map((_, at) => at),
    levels,
  );
  if (!(p < DRIFT_CHANCE)) return null;
  const third = Math.floor(count / 3);
  const change = Math.expm1(median(levels.slice(-third)) - median(levels.slice(0, third))) * 100;
  return `both sides drift: the last third of the rounds is ${Math.abs(change).toFixed(1)} % ${change < 0 ? 'slower' : 'faster'} than the first`;
}

function timerLimited({ oldRates, newRates, test }: RuleInput): string | null {
  const sides = [oldRates, newRates].filter((rates) => rates.length >= RUNS_FLOOR[test]);
  const steps = sides.some((rates) => {
    const distinct = new Set<number>();
    for (let at = 0; at < rates.length && distinct.size < DISTINCT_SHARE * rates.length; at++) {
      distinct.add(rates[at]!);
    }
    return distinct.size > 1 && distinct.size < DISTINCT_SHARE * rates.length;
  });
  return steps
    ? 'the rates come in a few steps, as when a run is too short for its clock: measure more operations a run'
    : null;
}

/** Each rule by the stable code of its warning. */
const RULES = {
  'few-runs': fewRuns,
  'unequal-spread': unequalSpread,
  'two-modes': twoModes,
  drift,
  'timer-limited': timerLimited,
} as const;

/**
 * What a reader must know of a row's samples to believe its figures: one warning for each rule that applies. Under
 * white noise each rule speaks up for fewer than one row in a hundred.
 */
export function warningsByRule(input: RuleInput): Warning[] {
  return Object.entries(RULES).flatMap(([code, rule]) => {
    const message = rule(input);
    return message === null ? [] : [{ code, message }];
  });
}
