import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findGnuTime, parseGnuTimePeak, wrapWithGnuTime } from '../../tools/memory';

const gnuTime = findGnuTime();
const skip = gnuTime === null ? 'GNU time is not installed' : false;
const skipOffLinux = process.platform === 'linux' ? false : 'GNU time counts on Linux only';

/** A directory with a program `time` that answers --version this way. */
function directoryWithTime(t: TestContext, script: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'gnu-time-test-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const program = join(directory, 'time');
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
  return directory;
}

for (const version of ['GNU time 1.8', 'time (GNU Time) 1.9', 'time (GNU Time) UNKNOWN']) {
  test(`a program whose version is "${version}" is GNU time`, { skip: skipOffLinux }, (t) => {
    const directory = directoryWithTime(t, `echo '${version}'`);
    assert.equal(findGnuTime(`relative:/no/such/directory:${directory}`), join(directory, 'time'));
  });
}

for (const [what, script] of [
  ['GNU time 1.7, which reports four times the peak,', "echo 'GNU time 1.7' >&2"],
  ['a program that does not know --version', "echo 'GNU time' >&2; exit 1"],
  ['another program', "echo 'time (BusyBox) 1.36'"],
] as const) {
  test(`${what} is not taken`, { skip: skipOffLinux }, (t) => {
    const directory = directoryWithTime(t, script);
    assert.notEqual(findGnuTime(directory), join(directory, 'time'));
  });
}

test('the peak is the last line, one positive integer', () => {
  assert.equal(parseGnuTimePeak('1234\n'), 1234);
  assert.equal(parseGnuTimePeak('Command exited with non-zero status 3\n1234\n'), 1234);
});

for (const report of ['', '0\n', '-5\n', '12 34\n', '1234k\n', '1.5\n', '12\nCommand terminated\n']) {
  test(`${JSON.stringify(report)} is no peak`, () => {
    assert.throws(() => parseGnuTimePeak(report), /GNU time reported no peak, but "/);
  });
}

/** Runs a shell command under GNU time. */
function runWrapped(command: string) {
  const run = wrapWithGnuTime(gnuTime!, ['/bin/sh', '-c', command]);
  const [program, ...args] = run.argv;
  return {
    run,
    result: spawnSync(program!, args, { encoding: 'utf8' }),
    report: args[args.indexOf('-o') + 1]!,
  };
}

test('a wrapped command keeps its output and exit code, and its peak is read apart', { skip }, () => {
  const { run, result, report } = runWrapped('echo out; echo 77 >&2; exit 3');
  try {
    assert.deepEqual([result.stdout, result.stderr, result.status], ['out\n', '77\n', 3]);
    const peak = run.readPeakKib();
    assert.ok(peak > 200 && peak < 50_000, `${peak} KiB`);
  } finally {
    run.close();
  }
  assert.equal(existsSync(dirname(report)), false);
});

test('a command ended by a signal still has a peak, and the exit code tells', { skip }, () => {
  const { run, result } = runWrapped('kill -9 $$');
  try {
    assert.equal(result.status, 128 + 9);
    assert.ok(run.readPeakKib() > 0);
  } finally {
    run.close();
  }
});

test('when GNU time itself was killed there is no peak, and the file is removed all the same', {
  skip,
}, () => {
  const { run, report } = runWrapped('kill -9 $PPID');
  try {
    assert.throws(() => run.readPeakKib(), /GNU time reported no peak, but ""/);
  } finally {
    run.close();
  }
  assert.equal(existsSync(dirname(report)), false);
});

test('a wrapped command may begin with a dash', { skip }, () => {
  const run = wrapWithGnuTime(gnuTime!, ['-no-such-program']);
  try {
    const result = spawnSync(run.argv[0]!, run.argv.slice(1), { encoding: 'utf8' });
    assert.equal(result.status, 127);
  } finally {
    run.close();
  }
});
