import type { CalibrationAttempt, CalibrationCriteria, Shortcoming } from '../model/calibration';
import type { Interval } from '../model/finding';
import type { Warning } from '../model/warning';
import { mean, standardDeviation, variance } from '../stats/describe';
import { hodgesLehmann } from '../stats/hodges-lehmann';

/** What one process measured. */
export interface Measurement {
  /** Operations per second. */
  readonly rate: number;
  /** Milliseconds from bench.start to bench.end. */
  readonly timeMs: number;
  /** Seconds from the start of the process to its end. */
  readonly processSeconds: number;
}

/** One n beside a larger one: each round is a block of one process each, so what slows a moment slows both. */
export interface Rounds {
  readonly n: number;
  readonly largerN: number;
  readonly atN: readonly Measurement[];
  readonly atLargerN: readonly Measurement[];
}

/** What an n has to keep within. */
export type CalibrationLimits = Pick<CalibrationCriteria, 'minTimeMs' | 'cvThreshold' | 'tolerance'>;

/** What a look at the rounds so far says. */
export interface Judgement {
  readonly attempt: CalibrationAttempt;
  /** False when more rounds may tell what these do not. */
  readonly decided: boolean;
}

/** How often the rounds of an n are looked at: after `runs` rounds, twice and three times as many. */
export const LOOKS = 3;

/**
 * Level of the interval at each look. Three looks at 97.8 % are together one at 95 % (S. J. Pocock, Biometrika 64, 1977).
 */
const LOOK_LEVEL = 0.98;

/** With fewer rounds the signed-rank test has no interval of LOOK_LEVEL: it covers 1 − 2^(1 − rounds) at most. */
export const LEAST_RUNS = 7;

/** Level, and least number of rounds, for giving an n up between looks. */
const GIVE_UP_LEVEL = 0.99;
const GIVE_UP_RUNS = 8;

/**
 * The share of every limit that a search uses. When it used all (simulated warm-ups of 4 to 40 ms, 2 to 4 % noise between
 * processes), 8 to 18 % of the n that were found fell short when they were measured again; with this, 0 to 4 %.
 */
const USED = 0.8;

/**
 * From here on a measurement is not of the interpreter alone: in the hot loops of the bundled benchmarks, Node 20,
 * optimized code took over 1 to 45 ms after the start, the latter on two CPUs that seven other processes shared.
 */
export const TIER_UP_MS = 100;

/** V8's compiled code is several times as fast as its interpreter; a smaller gain has other reasons too. */
const COMPILED_GAIN = 1.5;

/** The criteria as they stand where one n is checked; a fifth of each in reserve where an n is searched for. */
export function limitsOf({
  minTimeMs,
  cvThreshold,
  tolerance,
  maxIncreases,
}: CalibrationCriteria): CalibrationLimits {
  if (maxIncreases === 0) return { minTimeMs, cvThreshold, tolerance };
  return {
    minTimeMs: minTimeMs / USED,
    cvThreshold: cvThreshold * USED,
    tolerance: tolerance * USED,
  };
}

/** The change of the rate from n to a larger n, as a share, with its interval. */
interface RateChange extends Interval {
  readonly estimate: number;
}

function logRatios({ atN, atLargerN }: Rounds): number[] {
  return atN.map(({ rate }, i) => Math.log(atLargerN[i]!.rate / rate));
}

/**
 * e^d − 1, d the Hodges–Lehmann median of the rounds' ln(rate at the larger n / rate at n), with the interval that
 * inverts the exact signed-rank test.
 */
function rateChange(rounds: Rounds, level: number): RateChange {
  const { estimate, low, high } = hodgesLehmann(logRatios(rounds), level);
  return { estimate: Math.expm1(estimate), low: Math.expm1(low), high: Math.expm1(high) };
}

/** `4.2 %` */
function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}

/** `+4.2 %` */
function signed(share: number): string {
  return `${share < 0 ? '' : '+'}${(share * 100).toFixed(1)} %`;
}

function tooShort({ n, atN }: Rounds, { minTimeMs }: CalibrationLimits): Shortcoming | null {
  const shortest = Math.min(...atN.map(({ timeMs }) => timeMs));
  if (shortest >= minTimeMs) return null;
  const [measured, floor] = [shortest, minTimeMs].map((value) => Number(value.toPrecision(3)));
  return {
    code: 'too-short',
    message: `n=${n} is too short: a process measured ${measured} ms, less than ${floor} ms`,
  };
}

/** What keeps the change of the rate from being shown to stay within the tolerance; null when nothing does. */
function changing(
  { n, largerN, atN }: Rounds,
  { estimate, low, high }: RateChange,
  { tolerance }: CalibrationLimits,
): Shortcoming | null {
  if (low >= -tolerance && high <= tolerance) return null;
  const interval = `98 %: ${signed(low)} to ${signed(high)}`;
  if (low > 0 || high < 0) {
    const surely = low > tolerance || high < -tolerance;
    return {
      code: 'rate-changes',
      message:
        `n=${n} is not past warm-up: at n=${largerN} the rate differs by ${signed(estimate)} (${interval}), ` +
        `${surely ? 'more' : 'which may be more'} than ${percent(tolerance)}`,
    };
  }
  const spare = tolerance - Math.abs(estimate);
  const rounds = atN.length * ((high - low) / 2 / spare) ** 2;
  const advice =
    spare > 0 && rounds < 1000 * LOOKS ? `; --runs ${Math.ceil(rounds / LOOKS)} would probably tell` : '';
  return {
    code: 'undecided',
    message:
      `whether n=${n} is past warm-up cannot be told: at n=${largerN} the rate may differ by more than ` +
      `${percent(tolerance)} (${interval})${advice}`,
  };
}

/** About two standard errors of a coefficient of variation, as a factor: for normal rates one is cv/√(2(k − 1)). */
function cvUncertainty(count: number): number {
  return 1 + 2 / Math.sqrt(2 * (count - 1));
}

function unsteady(n: number, cv: number, { cvThreshold }: CalibrationLimits): Shortcoming | null {
  if (cv === 0) {
    const message = `at n=${n} every process reported the same rate: was anything measured?`;
    return { code: 'constant', message };
  }
  if (cv <= cvThreshold) return null;
  return {
    code: 'unstable',
    message: `n=${n} is not stable: the rates of the processes vary by ${percent(cv)}, more than ${percent(cvThreshold)}`,
  };
}

/**
 * Whether an n keeps within the limits, by what was measured at it and, round by round, at the next n:
 *
 * - long enough: every process at n measured at least `minTimeMs`;
 * - past warm-up: the interval of the change of the rate from n to the next n lies within ±`tolerance`. That is a test
 *   of equivalence: a noisy machine makes the interval wide and n fall short, n cannot pass because nothing was found;
 *   and a change too small to matter does not keep a quiet machine from passing, however surely it is there. The
 *   interval is one of 98 % at each of at most three looks, of 95 % over all;
 * - stable: the coefficient of variation of the rates at n is at most `cvThreshold`, and not 0.
 *
 * Before the last look more rounds are asked for when the change is within the tolerance but not all of its interval, or
 * the coefficient of variation is within two standard errors of its limit.
 *
 * A warm-up of fixed cost that makes the rate rise by the share δ from n to n·i leaves it short of its limit by
 * δ·i / (i − 1 − δ): with i = 2 and δ = 5 %, by 10.5 %.
 */
export function judge(rounds: Rounds, limits: CalibrationLimits, isLastLook: boolean): Judgement {
  const { n, largerN, atN } = rounds;
  const shortestMs = Math.min(...atN.map(({ timeMs }) => timeMs));
  const measured = { n, processes: atN.length, shortestMs };
  const short = tooShort(rounds, limits);
  if (short !== null) {
    const attempt = { ...measured, meanRate: null, cv: null, change: null, shortcomings: [short] };
    return { attempt, decided: true };
  }
  const rates = atN.map(({ rate }) => rate);
  const meanRate = mean(rates);
  const cv = standardDeviation(rates) / meanRate;
  const change = atN.length < LEAST_RUNS ? null : { nextN: largerN, ...rateChange(rounds, LOOK_LEVEL) };
  const changes = change === null ? null : changing(rounds, change, limits);
  const varies = unsteady(n, cv, limits);
  const attempt = {
    ...measured,
    meanRate,
    cv,
    change,
    shortcomings: [changes, varies].filter((shortcoming) => shortcoming !== null),
  };
  const hopeless =
    cv === 0 ||
    cv > limits.cvThreshold * cvUncertainty(rates.length) ||
    (changes !== null && Math.abs(change!.estimate) >= limits.tolerance);
  const settled = changes === null && cv <= limits.cvThreshold / cvUncertainty(rates.length);
  return { attempt, decided: isLastLook || hopeless || settled };
}

/**
 * The least coefficient of variation that `count` rates can have of which these are the first k. The others do least
 * harm when they are all mean + q/(k·mean), q the sum of squared deviations: then cv² is
 * q / ((count − 1)·mean²·(1 + (count − k)/count · q/(k·mean²))).
 */
export function leastFinalCv(rates: readonly number[], count: number): number {
  const k = rates.length;
  if (k < 2) return 0;
  const relative = ((k - 1) * variance(rates)) / mean(rates) ** 2;
  return Math.sqrt(relative / (count - 1) / (1 + ((count - k) / count) * (relative / k)));
}

/**
 * Whether an n can be given up before the look after `count` rounds, so that a hopeless n costs some of them only: a
 * process was too short, the rates vary too much already whatever the others are, or the rate surely changes by more
 * than the tolerance.
 */
export function isHopeless(rounds: Rounds, limits: CalibrationLimits, count: number): boolean {
  const rates = rounds.atN.map(({ rate }) => rate);
  if (tooShort(rounds, limits) !== null) return true;
  if (leastFinalCv(rates, count) > limits.cvThreshold * cvUncertainty(count)) return true;
  if (rates.length < GIVE_UP_RUNS) return false;
  const { low, high } = rateChange(rounds, GIVE_UP_LEVEL);
  return low > limits.tolerance || high < -limits.tolerance;
}

/**
 * The warning that n measures the interpreter only: the rate at a larger n, at which V8 has had `TIER_UP_MS` to compile
 * what is hot, is more than 1.5 times as high (the lower end of the 95 % interval). Null when it is not.
 */
export function interpreterWarning(rounds: Rounds): Warning | null {
  const { estimate, low, high } = rateChange(rounds, 0.95);
  if (1 + low <= COMPILED_GAIN) return null;
  const [times, least, most] = [estimate, low, high].map((change) => (1 + change).toFixed(1));
  return {
    code: 'interpreter-only',
    message:
      `n=${rounds.n} measures the interpreter only: at n=${rounds.largerN}, which leaves V8 the time to compile, ` +
      `the rate is ${times} times as high (95 %: ${least} to ${most})`,
  };
}
