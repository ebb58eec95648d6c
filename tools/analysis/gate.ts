import type { Comparison, GateFinding, Interval, Verdict } from '../model/finding';

/** Runs beyond this are not worth naming: the difference is too close to the limit for any affordable run. */
const MOST_RUNS_NAMED = 10_000;

export interface GateInput {
  readonly ratio: number;
  readonly interval: Interval;
  readonly p: number;
  readonly adjustedP: number;
  readonly count: number;
  /** Both sides are constant and equal: certainly no regression, whatever the limit. */
  readonly identical: boolean;
}

/** Where a regression begins: at ratios of new to old that lie beyond `ratio` on the side that is worse. */
export interface GateLimit {
  readonly ratio: number;
  readonly worse: 'below' | 'above';
}

/** The smallest ratio of rates that `--max-regression` percent allow. */
export function rateLimit(maxRegression: number): GateLimit {
  return { ratio: 1 - maxRegression / 100, worse: 'below' };
}

/** The largest ratio of peaks that `--max-memory-regression` percent allow. */
export function memoryLimit(maxMemoryRegression: number): GateLimit {
  return { ratio: 1 + maxMemoryRegression / 100, worse: 'above' };
}

/** Ratios and limits come from decimals, 1 − 7/100 is not quite 0.93: so close to each other they are the same number. */
const ROUNDING = 8 * Number.EPSILON;

function isAbove(value: number, limit: number): boolean {
  return value - limit > ROUNDING * Math.max(1, Math.abs(limit));
}

/**
 * The verdict on one configuration. regressed: the adjusted one-sided p is below 5 % and the 95 % interval lies
 * entirely below the limit; ok: it lies entirely above; undecided: anything else, and whenever there is no interval.
 */
function verdictOf(input: GateInput, limit: number): Verdict {
  const { interval, adjustedP, identical } = input;
  if (identical || isAbove(interval.low, limit)) return 'ok';
  if (adjustedP < 0.05 && isAbove(limit, interval.high)) return 'regressed';
  return 'undecided';
}

/**
 * Runs a side after which the interval would probably end before the limit, if the estimate stays: its half-width
 * shrinks with the square root of the number of runs.
 */
function runsToSettle({ ratio, interval, count }: GateInput, limit: number): number | null {
  const distance = Math.abs(ratio - limit);
  const halfWidth = ratio > limit ? ratio - interval.low : interval.high - ratio;
  const runs = Math.ceil(count * (halfWidth / distance) ** 2);
  if (!Number.isFinite(runs) || runs > MOST_RUNS_NAMED) return null;
  return Math.max(runs, count + 1);
}

/** The same numbers on an axis along which less is worse. */
function oriented(input: GateInput, { worse }: GateLimit): GateInput {
  if (worse === 'below') return input;
  const { ratio, interval } = input;
  return { ...input, ratio: -ratio, interval: { low: -interval.high, high: -interval.low } };
}

/** What a gate with this limit says of one configuration. */
export function decide(given: GateInput, gateLimit: GateLimit): GateFinding {
  const sign = gateLimit.worse === 'below' ? 1 : -1;
  const input = oriented(given, gateLimit);
  const limit = sign * gateLimit.ratio;
  const verdict = verdictOf(input, limit);
  return {
    verdict,
    p: input.p,
    adjustedP: input.adjustedP,
    worstLossPercent: Math.max(0, (sign - input.interval.low) * 100),
    runsToSettle: verdict === 'undecided' ? runsToSettle(input, limit) : null,
  };
}

/** 1 when a gate found a regression; 2 when one could not tell and was asked to fail then; else 0. */
export function gateExitCode(comparison: Comparison, undecided: 'pass' | 'fail'): 0 | 1 | 2 {
  const verdicts = comparison.findings.flatMap(({ gate, memory }) => [gate?.verdict, memory?.gate?.verdict]);
  if (verdicts.includes('regressed')) return 1;
  return undecided === 'fail' && verdicts.includes('undecided') ? 2 : 0;
}
