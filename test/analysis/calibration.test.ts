import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CalibrationLimits,
  interpreterWarning,
  isHopeless,
  judge,
  LOOKS,
  leastFinalCv,
  type Rounds,
} from '../../tools/analysis/calibration';
import { mean, type Random, seededRandom, standardDeviation } from '../../tools/stats';

const LIMITS: CalibrationLimits = { minTimeMs: 100, cvThreshold: 0.05, tolerance: 0.05 };
const RUNS = 20;

interface Machine {
  readonly cv?: number;
  /** Rate at 2 n over the rate at n. */
  readonly ratio?: number;
  readonly timeMs?: number;
  readonly rounds?: number;
}

function measure(random: Random, { cv = 0.02, ratio = 1, timeMs = 150, rounds = RUNS }: Machine): Rounds {
  const processes = (rate: number) =>
    Array.from({ length: rounds }, () => ({
      rate: rate * (1 + cv * random.normal()),
      timeMs,
      processSeconds: 0.2,
    }));
  return { n: 1000, largerN: 2000, atN: processes(1e6), atLargerN: processes(1e6 * ratio) };
}

function first(rounds: Rounds, count: number): Rounds {
  return { ...rounds, atN: rounds.atN.slice(0, count), atLargerN: rounds.atLargerN.slice(0, count) };
}

/** The shortcomings at the last look. */
function codes(rounds: Rounds, limits: Partial<CalibrationLimits> = {}): string[] {
  return judge(rounds, { ...LIMITS, ...limits }, true).attempt.shortcomings.map(({ code }) => code);
}

/** Whether n passes when the rounds are looked at as a search does, up to three times. */
function passes(random: Random, machine: Machine, limits: CalibrationLimits): boolean {
  const all = measure(random, { ...machine, rounds: LOOKS * RUNS });
  for (let look = 1; ; look++) {
    const { attempt, decided } = judge(first(all, look * RUNS), limits, look === LOOKS);
    if (decided) return attempt.shortcomings.length === 0;
  }
}

/** The share of `repetitions` in which n passes. */
function passing(machine: Machine, repetitions = 400, limits: Partial<CalibrationLimits> = {}): number {
  const random = seededRandom(`passing/${JSON.stringify(machine)}`);
  let passed = 0;
  for (let i = 0; i < repetitions; i++) if (passes(random, machine, { ...LIMITS, ...limits })) passed++;
  return passed / repetitions;
}

test('a steady rate on a quiet machine passes', () => {
  assert.ok(passing({ cv: 0.02 }) > 0.99);
});

test('a rate that changes by just the tolerance passes in 2.5 % of all cases at most, over all looks', () => {
  for (const ratio of [1.05, 0.95]) {
    const share = passing({ ratio, cv: 0.03 }, 1500, { cvThreshold: 1 });
    assert.ok(share > 0.005 && share <= 0.025 + 0.012, `${ratio}: ${share}`);
  }
});

test('noise does not pass for a steady rate: too wide an interval is "undecided", with the runs that would tell', () => {
  const noise = { cv: 0.12 };
  const limits = { ...LIMITS, cvThreshold: 1 };
  const rounds = measure(seededRandom(3), { ...noise, rounds: LOOKS * RUNS });
  const [shortcoming] = judge(rounds, limits, true).attempt.shortcomings;
  assert.equal(shortcoming!.code, 'undecided');
  const runs = Number(/--runs (\d+) would probably tell/.exec(shortcoming!.message)![1]);
  assert.deepEqual(codes(measure(seededRandom(2), { ...noise, rounds: 2 * LOOKS * runs }), limits), []);
  assert.equal(passing({ cv: 0.25 }, 400, { cvThreshold: 1 }), 0);
});

test('what the first look cannot tell is left to the next', () => {
  const random = seededRandom(8);
  const look = (machine: Machine, limits = LIMITS) => judge(measure(random, machine), limits, false).decided;
  assert.equal(look({ cv: 0.01 }), true);
  assert.equal(look({ cv: 0.01, ratio: 1.2 }), true);
  assert.equal(look({ cv: 0.2 }), true);
  assert.equal(look({ cv: 0.045 }), false);
  assert.equal(look({ cv: 0.02, ratio: 1.042 }), false);
});

test('a certain change within the tolerance passes, one beyond it "changes"', () => {
  assert.equal(passing({ ratio: 1.02, cv: 0.001 }), 1);
  assert.deepEqual(codes(measure(seededRandom(1), { ratio: 1.1 })), ['rate-changes']);
  assert.deepEqual(codes(measure(seededRandom(1), { ratio: 0.9 })), ['rate-changes']);
});

test('what slows a moment slows both n of a round and is no change', () => {
  const steady = measure(seededRandom(3), { cv: 0.01 });
  const slowed = steady.atN.map((_, i) => (i % 3 === 0 ? 0.5 : 1 - i / 100));
  const slow = (processes: Rounds['atN']) =>
    processes.map((process, i) => ({ ...process, rate: process.rate * slowed[i]! }));
  const rounds = { ...steady, atN: slow(steady.atN), atLargerN: slow(steady.atLargerN) };
  assert.deepEqual(codes(rounds, { cvThreshold: 1 }), []);
  assert.deepEqual(codes(rounds), ['unstable']);
});

test('every process has to measure the floor', () => {
  const rounds = measure(seededRandom(1), {});
  const oneShort = rounds.atN.map((process, i) => (i === 7 ? { ...process, timeMs: 99.9 } : process));
  assert.deepEqual(codes({ ...rounds, atN: oneShort }), ['too-short']);
  assert.deepEqual(codes(measure(seededRandom(1), { timeMs: 100 })), []);
});

test('processes that all report one rate are no measurement', () => {
  assert.deepEqual(codes(measure(seededRandom(1), { cv: 0 })), ['constant']);
});

test('the least final variation is the least that any completion has, and is reached', () => {
  const random = seededRandom(4);
  for (let i = 0; i < 200; i++) {
    const rates = Array.from({ length: 2 + random.integer(8) }, () => 1 + 0.3 * random.next());
    const count = rates.length + random.integer(10);
    const least = leastFinalCv(rates, count);
    const cv = (all: number[]) => standardDeviation(all) / mean(all);
    const rest = (value: () => number) => Array.from({ length: count - rates.length }, value);
    const squares = rates.reduce((sum, rate) => sum + (rate - mean(rates)) ** 2, 0);
    const best = mean(rates) + squares / (rates.length * mean(rates));
    assert.ok(Math.abs(cv([...rates, ...rest(() => best)]) - least) < 1e-12);
    assert.ok(cv([...rates, ...rest(() => best * (0.7 + 0.6 * random.next()))]) >= least - 1e-12);
  }
});

test('an n is given up early only when all rounds give it up too', () => {
  const random = seededRandom(5);
  let givenUp = 0;
  for (let i = 0; i < 600; i++) {
    const all = measure(random, { cv: 0.005 + 0.12 * random.next(), ratio: 0.8 + 0.4 * random.next() });
    const count = all.atN.findIndex((_, at) => at > 0 && isHopeless(first(all, at), LIMITS, RUNS));
    if (count === -1) continue;
    givenUp++;
    assert.notDeepEqual(codes(all), [], `given up after ${count}`);
    assert.notDeepEqual(codes(first(all, count)), []);
  }
  assert.ok(givenUp > 200, String(givenUp));
  assert.equal(isHopeless(measure(random, { ratio: 1.2, rounds: 8 }), LIMITS, RUNS), true);
  assert.equal(isHopeless(measure(random, { cv: 0.5, rounds: 6 }), LIMITS, RUNS), true);
});

test('a rate far higher at a larger n is the compiler’s; a little higher, or as high, is not', () => {
  const random = seededRandom(7);
  const warning = interpreterWarning({ ...measure(random, { ratio: 6 }), largerN: 64_000 });
  assert.equal(warning!.code, 'interpreter-only');
  assert.match(warning!.message, /n=1000 measures the interpreter only: at n=64000, .* (5\.9|6\.\d) times/);
  assert.equal(interpreterWarning(measure(random, { ratio: 1.2 })), null);
  assert.equal(interpreterWarning(measure(random, { ratio: 1, cv: 0.3 })), null);
});
