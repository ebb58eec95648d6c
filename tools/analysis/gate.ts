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

/** The smallest ratio of new to old that `--max-regression` percent allow. */
export function limitRatio(maxRegression: number): number {
  return 1 - maxRegression / 100;
}

/**
 * The verdict on one configuration. regressed: the adjusted one-sided p is below 5 % and the 95 % interval lies
 * entirely below the limit; ok: it lies entirely above; undecided: anything else, and whenever there is no interval.
 */
function verdictOf(input: GateInput, limit: number): Verdict {
  const { interval, adjustedP, identical } = input;
  if (identical || interval.low > limit) return 'ok';
  if (adjustedP < 0.05 && interval.high < limit) return 'regressed';
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

/** What a gate at `maxRegression` percent says of one configuration. */
export function decide(input: GateInput, maxRegression: number): GateFinding {
  const limit = limitRatio(maxRegression);
  const verdict = verdictOf(input, limit);
  return {
    verdict,
    p: input.p,
    adjustedP: input.adjustedP,
    worstLossPercent: Math.max(0, (1 - input.interval.low) * 100),
    runsToSettle: verdict === 'undecided' ? runsToSettle(input, limit) : null,
  };
}

/** 1 when the gate found a regression; 2 when it could not tell and was asked to fail then; else 0. */
export function gateExitCode(comparison: Comparison, undecided: 'pass' | 'fail'): 0 | 1 | 2 {
  const verdicts = comparison.findings.map(({ gate }) => gate?.verdict);
  if (verdicts.includes('regressed')) return 1;
  return undecided === 'fail' && verdicts.includes('undecided') ? 2 : 0;
}
