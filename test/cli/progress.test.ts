import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Progress } from '../../tools/cli/progress';
import type { Job } from '../../tools/model/job';
import { recordedStream, testContext } from '../support/context';
import { BENCHMARK, OLD, simulatedExecutor } from '../support/simulation';

const job: Job = {
  benchmark: BENCHMARK,
  configuration: [],
  variant: OLD,
  round: 1,
  order: 1,
  nodeArguments: [],
  arguments: [],
};

function progressOn(
  stderrIsTTY: boolean,
  stdoutIsTTY: boolean,
  parts: { wanted?: boolean; dataOnStdout?: boolean } = {},
) {
  let now = 0;
  const context = testContext(simulatedExecutor(), {
    stderr: recordedStream(stderrIsTTY, 90),
    stdout: recordedStream(stdoutIsTTY),
    now: () => now,
  });
  const progress = new Progress({
    context,
    wanted: parts.wanted ?? true,
    dataOnStdout: parts.dataOnStdout ?? false,
    files: 2,
    jobs: 120,
    jobsOfFile: () => 60,
    configurationsOfFile: () => 6,
  });
  const advance = async (jobs: number, milliseconds: number) => {
    for (let at = 0; at < jobs; at++) {
      now += milliseconds / jobs;
      await progress.advance({ kind: 'skipped', job });
    }
  };
  return { progress, advance, drawn: () => context.stderr.text() };
}

test('the line says elapsed, percent, files, runs, configurations, time left and the file', async () => {
  const { progress, advance } = progressOn(true, true);
  await advance(33, 33_000);
  assert.equal(
    progress.text(),
    '[00:00:33|%  27| 0/2 files |  5/10 runs | 3/6 configs]: 00:01:27 left strings/join.js',
  );
  await advance(27, 27_000);
  assert.match(progress.text(), /\| 1\/2 files \| 10\/10 runs \| 0\/6 configs\]/);
});

test('it is one line, redrawn in place, never wider than the terminal, and gone when cleared', async () => {
  const { progress, advance, drawn } = progressOn(true, true);
  await advance(10, 5000);
  await progress.clear();
  const lines = drawn().split('\r\u001b[K');
  assert.equal(lines[0], '');
  assert.equal(lines.at(-1), '');
  assert.ok(lines.length > 3 && !drawn().includes('\n'));
  for (const line of lines) assert.ok(line.length < 90);
});

test('it is drawn on terminals only, not on the one that shows the data, and not when unwanted', async () => {
  for (const [stderrIsTTY, stdoutIsTTY, parts] of [
    [false, true, {}],
    [true, true, { dataOnStdout: true }],
    [true, true, { wanted: false }],
  ] as const) {
    const { progress, advance, drawn } = progressOn(stderrIsTTY, stdoutIsTTY, parts);
    await advance(10, 5000);
    await progress.clear();
    assert.equal(drawn(), '');
  }
  const { advance, drawn } = progressOn(true, false, { dataOnStdout: true });
  await advance(10, 5000);
  assert.notEqual(drawn(), '');
});
