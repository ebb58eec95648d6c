import assert from 'node:assert/strict';
import * as path from 'node:path';
import { test } from 'node:test';
import { constant, drift, white } from '../../tools/execute/noise';
import type { Calibration, CalibrationFinding } from '../../tools/model/calibration';
import type { Configuration } from '../../tools/model/configuration';
import { calibrate, nOf, runCalibration, warmingUp } from '../support/calibrations';
import { recordedStream } from '../support/context';
import { corebench } from '../support/corebench';
import { FIXTURES } from '../support/paths';

const QUIET = [white(0.01)];
/** 1000 operations a millisecond, whatever n. */
const STEADY = warmingUp(0, 1000);

test('without warm-up the floor decides: the first n of the ladder that takes it', async () => {
  const { code, calibration } = await calibrate({ rate: STEADY, noise: QUIET });
  assert.equal(code, 0);
  // 2^17 operations of 1 µs take 131 ms, half as many 66 ms.
  assert.equal(calibration.findings[0]!.n, 2 ** 17);
  const tried = calibration.findings[0]!.attempts.map(({ n, processes }) => `${n} ${processes}`);
  assert.deepEqual(tried, [...Array.from({ length: 17 }, (_, k) => `${2 ** k} 1`), '131072 30']);
});

test('with warm-up n grows until the rate stays', async () => {
  const { code, calibration } = await calibrate({ rate: warmingUp(15, 1000), noise: QUIET });
  assert.equal(code, 0);
  // 15 ms over n µs: from n to 2 n the rate rises by 5.4 % at 2^17, by 2.8 % at 2^18.
  const { n, attempts } = calibration.findings[0]!;
  assert.equal(n, 2 ** 18);
  assert.deepEqual(
    attempts.filter((attempt) => attempt.n === 2 ** 17).map(({ shortcomings }) => shortcomings[0]!.code),
    ['rate-changes'],
  );
});

test('the ladder is --start-n times --increase, rounded; no n beyond it is found', async () => {
  const args = ['--start-n', '10', '--increase', '2.5', '--max-increases', '3'];
  const { code, calibration, jobs } = await calibrate({ rate: STEADY, noise: QUIET, arguments: args });
  assert.equal(code, 3);
  assert.deepEqual(jobs.map(nOf), [10, 25, 63, 158]);
  assert.equal(calibration.findings[0]!.stop!.code, 'max-increases');
});

test('an n is held against the next in rounds, in drawn order, the same for the same seed', async () => {
  const run = (seed: number) =>
    calibrate({ rate: STEADY, noise: QUIET, arguments: ['--start-n', '131072'], seed });
  const { jobs } = await run(1);
  const rounds = jobs.slice(1).map(nOf);
  const orders = Array.from({ length: 30 }, (_, i) => rounds.slice(2 * i, 2 * i + 2).join());
  assert.deepEqual([...new Set(orders)].sort(), ['131072,262144', '262144,131072']);
  assert.deepEqual((await run(1)).jobs.map(nOf), jobs.map(nOf));
  assert.notDeepEqual((await run(2)).jobs.map(nOf), jobs.map(nOf));
});

test('a machine that slows down does not look like a rate that falls with n', async () => {
  const options = { rate: STEADY, arguments: ['--start-n', '131072', '--cv-threshold', '1'] };
  const { calibration } = await calibrate({ ...options, noise: [white(0.01), drift(-0.6, 61)] });
  assert.equal(calibration.findings[0]!.n, 131072);
});

test('on a noisy machine the search ends, without an n, with the reasons and exit code 3', async () => {
  const { code, stdout, jobs } = await runCalibration({ rate: STEADY, noise: [white(0.2)] });
  assert.equal(code, 3);
  assert.match(stdout, /^url\/url-parse\.js +none /m);
  assert.match(stdout, /No n was found for 1 configuration:\n {2}url\/url-parse\.js\n/);
  assert.match(stdout, /is not stable: the rates of the processes vary by/);
  assert.match(stdout, /longer than --max-time\s+2000/);
  assert.ok(jobs.length < 300, String(jobs.length));
});

test('a floor of seconds can be reached: --max-time follows it, unless it is given', async () => {
  const args = ['--min-time', '3000'];
  const { calibration } = await calibrate({ rate: STEADY, noise: QUIET, arguments: args });
  assert.equal(calibration.findings[0]!.n, 2 ** 22);
  const given = await calibrate({ rate: STEADY, noise: QUIET, arguments: [...args, '--max-time', '4000'] });
  assert.equal(given.calibration.findings[0]!.stop!.code, 'max-time');
});

test('constant rates are no measurement', async () => {
  const { code, stdout } = await runCalibration({ rate: STEADY, noise: [constant()] });
  assert.equal(code, 3);
  assert.match(stdout, /every process reported the same rate: was anything measured\?/);
});

test('an n that was found passes when it is checked', async () => {
  let passed = 0;
  const repetitions = 40;
  for (let i = 0; i < repetitions; i++) {
    const machine = { rate: warmingUp(10, 900 + 17 * i), noise: [white(0.03)] };
    const found = await calibrate({ ...machine, seed: `found/${i}` });
    const n = found.calibration.findings[0]!.n;
    assert.ok(n !== null);
    const args = ['--start-n', String(n), '--max-increases', '0'];
    const { code } = await calibrate({ ...machine, arguments: args, seed: `check/${i}` });
    if (code === 0) passed++;
  }
  assert.ok(passed >= 0.95 * repetitions, `${passed} of ${repetitions}`);
});

/** Interpreted at 100 operations a millisecond, compiled, from the 2000th operation on, at 3000. */
const TIERING_UP = (job: Parameters<typeof nOf>[0]) => {
  const n = nOf(job);
  const interpreted = Math.min(n, 2000);
  return (1000 * n) / (interpreted / 100 + (n - interpreted) / 3000);
};

test('an n that is found before the code is compiled is said to measure the interpreter only', async () => {
  const args = ['--min-time', '2'];
  const { code, calibration, stdout } = await calibrate({ rate: TIERING_UP, noise: QUIET, arguments: args });
  assert.equal(code, 0);
  assert.equal(calibration.findings[0]!.n, 256);
  assert.deepEqual(
    calibration.findings[0]!.warnings.map((warning) => warning.code),
    ['interpreter-only'],
    stdout,
  );
  const text = await runCalibration({ rate: TIERING_UP, noise: QUIET, arguments: args });
  assert.match(text.stdout, /a {2}\[?interpreter-only|n=256 measures the interpreter only/);
});

test('nothing is said of an n as fast as a larger one, nor of one that leaves the compiler time', async () => {
  const fast = await calibrate({ rate: STEADY, noise: QUIET, arguments: ['--min-time', '2'] });
  assert.deepEqual([fast.code, fast.calibration.findings[0]!.warnings], [0, []]);
  const long = await calibrate({ rate: TIERING_UP, noise: QUIET });
  assert.deepEqual([long.code, long.calibration.findings[0]!.warnings], [0, []]);
  assert.ok(!long.jobs.some((job) => nOf(job) > 2 * long.calibration.findings[0]!.n!));
});

const THREE: Configuration[] = ['a', 'b', 'c'].flatMap((type): Configuration[] =>
  [10, 1000].map((n) => [
    ['n', n],
    ['type', type],
  ]),
);
const typeOf = (configuration: Configuration) => configuration.find(([key]) => key === 'type')![1];

test('configurations that differ in n alone are one, and each has its own n', async () => {
  const { calibration } = await calibrate({
    configurations: THREE,
    rate: (job) => 1e6 * { a: 1, b: 4, c: 40 }[typeOf(job.configuration) as 'a' | 'b' | 'c'],
    noise: QUIET,
  });
  assert.deepEqual(
    calibration.findings.map(({ configuration, n }) => `${configuration}: ${n}`),
    ["type='a': 131072", "type='b': 524288", "type='c': 8388608"],
  );
});

test('a configuration whose process fails has no n; the others have', async () => {
  const { code, calibration, stderr } = await calibrate({
    configurations: THREE,
    rate: STEADY,
    noise: QUIET,
    fault: (job) => (typeOf(job.configuration) === 'b' && nOf(job) >= 1024 ? 'crash' : null),
  });
  assert.equal(code, 3);
  assert.deepEqual(
    calibration.findings.map(({ n, stop }) => n ?? stop!.code),
    [131072, 'process-failed', 131072],
  );
  assert.match(stderr, /No n was found for:\n {2}url\/url-parse\.js type='b': a process failed when n=1024/);
  assert.match(stderr, /Failed:\n {2}url\/url-parse\.js n=1024 type='b' \(node\): exited with code 1\n/);
});

test('a benchmark without n is refused, with what it has, before anything is measured', async () => {
  const configurations: Configuration[] = [[['size', 10]]];
  const { code, stdout, stderr, jobs } = await runCalibration({ configurations, rate: STEADY, noise: QUIET });
  assert.deepEqual([code, stdout, jobs.length], [3, '', 0]);
  assert.match(stderr, /url\/url-parse\.js has no number n to calibrate \(it has size\)/);
});

test('an interruption leaves the configurations that are done', async () => {
  const run = await calibrate({
    configurations: THREE,
    rate(job) {
      if (typeOf(job.configuration) === 'b' && nOf(job) === 4096) process.emit('SIGINT', 'SIGINT');
      return STEADY(job);
    },
    noise: QUIET,
  });
  assert.equal(run.code, 130);
  assert.equal(run.calibration.findings.length, 1);
  assert.match(run.stderr, /interrupted: 1 of 3 configurations were calibrated/);
});

test('the progress line says which n of which configuration is measured', async () => {
  const stderr = recordedStream(true, 120);
  await runCalibration({ configurations: THREE, rate: STEADY, noise: QUIET, stderr });
  assert.match(
    stderr.text(),
    /\[00:00:\d\d\| 1\/3 configs\]: url\/url-parse\.js n=\d+ \S+.* \d+\/\d+ rounds/,
  );
});

/** Real processes on a shared machine: what they vary by is not what is tested. */
const LENIENT = ['--runs', '7', '--tolerance', '1000', '--cv-threshold', '9', '--json'];

async function calibrateFixture(...args: string[]): Promise<CalibrationFinding> {
  const root = ['--root', path.join(FIXTURES, 'calibration')];
  const { code, stdout, stderr } = await corebench(['calibrate-n', ...root, ...LENIENT, ...args, 'loops']);
  assert.equal(code, 0, stderr);
  return (JSON.parse(stdout) as Calibration).findings[0]!;
}

test('real processes: every one of the found n measured the floor, one of half the n did not', async () => {
  const { n, attempts, cost } = await calibrateFixture('--min-time', '3', '--start-n', '32');
  const last = attempts[attempts.length - 1]!;
  assert.equal(last.n, n);
  assert.ok(last.processes >= 7 && last.shortestMs >= 3);
  assert.equal(attempts[attempts.length - 2]!.shortcomings[0]!.code, 'too-short');
  assert.ok(cost!.secondsPerProcess > last.shortestMs / 1000);
  assert.equal(cost!.secondsPerCompare, 60 * cost!.secondsPerProcess);
});

test('real processes: one call of a function that loops are made of measures the interpreter', async () => {
  const { n, warnings } = await calibrateFixture('--min-time', '0');
  assert.equal(n, 1);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['interpreter-only'],
  );
});
