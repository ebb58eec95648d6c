import type {
  CalibrationAttempt,
  CalibrationCost,
  CalibrationCriteria,
  CalibrationStop,
} from '../model/calibration';
import type { Warning } from '../model/warning';
import { mean } from '../stats/describe';
import {
  interpreterWarning,
  isHopeless,
  judge,
  LOOKS,
  limitsOf,
  type Measurement,
  type Rounds,
  TIER_UP_MS,
} from './calibration';

/** Processes of the comparison that is costed: compare's default, 30 runs on each side. */
const COMPARE_PROCESSES = 2 * 30;

/** The processes to run next: one for each n, next to each other. */
export interface CalibrationRequest {
  readonly stage: 'probe' | 'rounds' | 'look-ahead';
  /** From 1. */
  readonly round: number;
  /** Rounds until the next look. */
  readonly rounds: number;
  readonly ns: readonly number[];
}

/** What the processes of a request measured, in the order of its n; null when one of them failed. */
export type CalibrationReply = readonly Measurement[] | null;

export interface SearchResult {
  readonly n: number | null;
  readonly stop: CalibrationStop | null;
  readonly cost: CalibrationCost | null;
  readonly attempts: readonly CalibrationAttempt[];
  readonly warnings: readonly Warning[];
}

type Search<T> = Generator<CalibrationRequest, T, CalibrationReply>;

/** Rounds that are being measured. */
class GrowingRounds implements Rounds {
  readonly atN: Measurement[] = [];
  readonly atLargerN: Measurement[] = [];

  constructor(
    readonly n: number,
    readonly largerN: number,
  ) {}

  /** Measures until there are `count` rounds or they are enough. False when a process failed. */
  *grow(stage: CalibrationRequest['stage'], count: number, isEnough: () => boolean): Search<boolean> {
    while (this.atN.length < count) {
      const round = this.atN.length + 1;
      const reply = yield { stage, round, rounds: count, ns: [this.n, this.largerN] };
      if (reply === null) return false;
      this.atN.push(reply[0]!);
      this.atLargerN.push(reply[1]!);
      if (isEnough()) break;
    }
    return true;
  }
}

/**
 * Every n that may be tried and one more: from startN on each the one before times `increase`, rounded, at least one
 * more. It ends before numbers that are not exact.
 */
export function ladder({ startN, increase, maxIncreases }: CalibrationCriteria): number[] {
  const rungs = [startN];
  while (rungs.length < maxIncreases + 2) {
    const last = rungs[rungs.length - 1]!;
    const next = Math.max(last + 1, Math.round(last * increase));
    if (!Number.isSafeInteger(next)) break;
    rungs.push(next);
  }
  return rungs;
}

function notFound(
  code: CalibrationStop['code'],
  message: string,
  attempts: readonly CalibrationAttempt[],
): SearchResult {
  return { n: null, stop: { code, message }, cost: null, attempts, warnings: [] };
}

function failedAt(n: number, attempts: readonly CalibrationAttempt[]): SearchResult {
  return notFound('process-failed', `a process failed when n=${n} was measured`, attempts);
}

function costOf({ atN }: Rounds): CalibrationCost {
  const secondsPerProcess = mean(atN.map(({ processSeconds }) => processSeconds));
  return { secondsPerProcess, secondsPerCompare: COMPARE_PROCESSES * secondsPerProcess };
}

/**
 * The larger n at which V8 has had the time to compile what n leaves to the interpreter: the first of the ladder that
 * would take TIER_UP_MS at n's speed. Null when n itself does.
 */
function lookAheadN({ n, atN }: Rounds, rungs: readonly number[]): number | null {
  const timeMs = Math.min(...atN.map((measurement) => measurement.timeMs));
  if (timeMs >= TIER_UP_MS) return null;
  const enough = Math.ceil((n * TIER_UP_MS) / timeMs);
  return rungs.find((rung) => rung >= enough) ?? enough;
}

/** Measures n and the next n in rounds until it is decided whether n keeps within the limits. Null when a process failed. */
function* tryN(rounds: GrowingRounds, criteria: CalibrationCriteria): Search<CalibrationAttempt | null> {
  const limits = limitsOf(criteria);
  for (let look = 1; ; look++) {
    const count = look * criteria.runs;
    const hopeless = () => isHopeless(rounds, limits, count);
    if (!(yield* rounds.grow('rounds', count, hopeless))) return null;
    const isLast = look === LOOKS || rounds.atN.length < count;
    const { attempt, decided } = judge(rounds, limits, isLast);
    if (decided) return attempt;
  }
}

/**
 * The search for the smallest n of one configuration, as a conversation: it yields the processes to run and is given
 * what they measured.
 *
 * From startN on, n is multiplied by `increase`. One process shows whether an n can be long enough; if so, n and the
 * next n are measured in rounds, `runs` of them and up to three times as many where these do not tell. An n that just
 * keeps within limits falls short of them every other time, and the first n of several that does is favoured by luck,
 * so a fifth of each limit stays in reserve: measured again, the n fulfils the criteria. Where startN alone is to be
 * checked (no increases) the criteria hold as they are.
 */
export function* searchForN(criteria: CalibrationCriteria): Search<SearchResult> {
  const { maxTimeMs } = criteria;
  const limits = limitsOf(criteria);
  const rungs = ladder(criteria);
  const attempts: CalibrationAttempt[] = [];
  for (const [increases, n] of rungs.slice(0, -1).entries()) {
    const nextN = rungs[increases + 1]!;
    const probe = yield { stage: 'probe', round: 1, rounds: 1, ns: [n] };
    if (probe === null) return failedAt(n, attempts);
    const { timeMs } = probe[0]!;
    if (timeMs < limits.minTimeMs) {
      attempts.push(judge({ n, largerN: nextN, atN: probe, atLargerN: [] }, limits, true).attempt);
      continue;
    }
    const nextMs = (timeMs * nextN) / n;
    if (increases > 0 && nextMs > maxTimeMs) {
      const message =
        `n=${n} was not tried, because the next n=${nextN} that it is held against would measure for ` +
        `${Math.round(nextMs)} ms, longer than --max-time ${maxTimeMs}`;
      return notFound('max-time', message, attempts);
    }
    const rounds = new GrowingRounds(n, nextN);
    const attempt = yield* tryN(rounds, criteria);
    if (attempt === null) return failedAt(n, attempts);
    attempts.push(attempt);
    if (attempt.shortcomings.length === 0) return yield* found(rounds, rungs, criteria, attempts);
  }
  const increases = rungs.length - 2;
  const tried =
    increases > 0
      ? `n was increased ${increases} times, up to ${rungs[increases]}`
      : `n=${rungs[0]} alone was tried`;
  return notFound('max-increases', tried, attempts);
}

function* found(
  rounds: Rounds,
  rungs: readonly number[],
  { runs }: CalibrationCriteria,
  attempts: readonly CalibrationAttempt[],
): Search<SearchResult> {
  const aheadN = lookAheadN(rounds, rungs);
  const warnings: Warning[] = [];
  if (aheadN !== null) {
    const ahead = new GrowingRounds(rounds.n, aheadN);
    if (!(yield* ahead.grow('look-ahead', runs, () => false))) return failedAt(aheadN, attempts);
    const warning = interpreterWarning(ahead);
    if (warning !== null) warnings.push(warning);
  }
  return { n: rounds.n, stop: null, cost: costOf(rounds), attempts, warnings };
}
