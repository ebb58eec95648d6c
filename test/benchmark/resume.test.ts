import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { white } from '../../tools/execute/noise';
import { seededRandom } from '../../tools/stats/random';
import { corebench, startCorebench } from '../support/corebench';
import { DIST, FIXTURES } from '../support/paths';
import { jobSeededExecutor, simulatedCompare, type ToolEnd } from '../support/recorded-run';
import type { SimulationOptions } from '../support/simulation';

const folder = mkdtempSync(path.join(tmpdir(), 'corebench-resume-'));
after(() => rmSync(folder, { recursive: true }));

const FILE = path.join(FIXTURES, 'core-style', 'strings', 'join.js');
const [OLD, NEW] = ['old', 'new'].map((name) => {
  const binary = path.join(folder, name);
  writeFileSync(binary, name);
  return binary;
}) as [string, string];
const SIDES = ['--old', OLD, '--new', NEW];
const MACHINE: SimulationOptions = { seed: 7, count: 3, noise: [white(0.03)], ratio: () => 0.98 };
const RUN = [...SIDES, '--runs', '6', '--seed', 'coins', '--analyze', FILE];

let files = 0;
const fresh = () => path.join(folder, `${++files}.jsonl`);
const compare = (args: readonly string[], options = MACHINE): Promise<ToolEnd> =>
  simulatedCompare(args, jobSeededExecutor(options));

interface Line {
  readonly type: string;
  readonly [field: string]: unknown;
}

function linesOf(file: string): Line[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Complete lines of a file. */
function countLines(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1;
}

/** (configuration, variant, round) of every outcome, in order. */
function places(file: string): string[] {
  return linesOf(file)
    .filter(({ type }) => type === 'sample' || type === 'failure')
    .map(({ configuration, variant, round }) => JSON.stringify([configuration, variant, round]));
}

/** A whole run: its file and what it printed. */
async function wholeRun(options = MACHINE): Promise<{ file: string; end: ToolEnd; bytes: Buffer }> {
  const file = fresh();
  const end = await compare([...RUN, '--record', file], options);
  return { file, end, bytes: readFileSync(file) };
}

test('a recording has a header with all that decides the run, a line for each sample, and a closing line', async () => {
  const { file, end } = await wholeRun();
  assert.equal(end.code, 0);
  const [header, ...rest] = linesOf(file);
  assert.deepEqual(
    [header!.type, header!.format, header!.version, header!.tool, header!.seed],
    ['header', 'corebench-recording', 1, 'compare', 'coins'],
  );
  assert.deepEqual(header!.settings, {
    runs: 6,
    cpuset: null,
    timeout: 300,
    'isolate-env': false,
    memory: true,
    'memory-interval': 100,
    order: 'random',
  });
  assert.match(JSON.stringify(header!.variants), /"label":"old".*"sha256":"[0-9a-f]{64}"/);
  assert.deepEqual(rest.at(-1), { type: 'end', complete: true, samples: 36, failures: 0, skipped: 0 });
  assert.equal(new Set(places(file)).size, 36);
});

test('a recording cut off at any byte and resumed gives the same plan, the same samples and the same analysis', async () => {
  const { file: whole, end, bytes } = await wholeRun();
  const random = seededRandom('cuts');
  const cuts = [0, 1, bytes.length - 1, bytes.length];
  for (let at = 0; at < 30; at++) cuts.push(Math.floor(random.next() * bytes.length));
  const samples = (file: string) => linesOf(file).filter(({ type }) => type === 'sample');
  for (const cut of cuts) {
    const file = fresh();
    writeFileSync(file, bytes.subarray(0, cut));
    const resumed = await compare([...RUN, '--resume', file]);
    assert.deepEqual(resumed, end, `cut at ${cut}`);
    assert.deepEqual(samples(file), samples(whole), `cut at ${cut}`);
    assert.equal(linesOf(file).at(-1)!.complete, true);
  }
});

test('what is recorded is not run again, and a complete recording is not touched', async () => {
  const { file, end, bytes } = await wholeRun();
  const refusing = jobSeededExecutor(MACHINE, () => assert.fail('nothing is left to run'));
  assert.deepEqual(await simulatedCompare([...RUN, '--resume', file], refusing), end);
  assert.ok(readFileSync(file).equals(bytes));
});

test('a configuration given up after two failures stays given up, and its failures stay in the list', async () => {
  const failing: SimulationOptions = {
    ...MACHINE,
    fault: (job) => (job.configuration[1]![1] === 2 && job.variant.label === 'new' ? 'crash' : null),
  };
  const { file: whole, end, bytes } = await wholeRun(failing);
  assert.equal(end.code, 3);
  const lines = bytes.toString().split('\n');
  for (let count = 1; count < lines.length; count += 3) {
    const file = fresh();
    writeFileSync(file, lines.slice(0, count).join('\n'));
    assert.deepEqual(await compare([...RUN, '--resume', file], failing), end);
    assert.deepEqual(places(file), places(whole));
  }
});

test('a run with another plan, other options or another seed is refused, all reasons at once', async () => {
  const { bytes } = await wholeRun();
  const file = fresh();
  writeFileSync(file, bytes.subarray(0, bytes.length / 2));
  const before = readFileSync(file);
  const args = [...SIDES, '--runs', '7', '--timeout', '5', '--seed', 'other', '--new-arg=--jitless', FILE];
  const { code, stderr } = await compare([...args, '--force', '--resume', file], { ...MACHINE, count: 2 });
  assert.equal(code, 3);
  for (const reason of [
    /n=100 length=3 is not selected now/,
    /--runs was 6 and is 7/,
    /--timeout was 300 and is 5/,
    /--seed was coins and is other/,
    /node arguments of new were \[\]/,
  ]) {
    assert.match(stderr, reason);
  }
  assert.deepEqual(readFileSync(file), before);
});

test('another binary is refused, unless --force, and then the recording says so', async () => {
  const { bytes } = await wholeRun();
  const file = fresh();
  writeFileSync(file, bytes.subarray(0, bytes.length / 2));
  const rebuilt = path.join(folder, 'rebuilt');
  writeFileSync(rebuilt, 'rebuilt');
  const args = RUN.map((arg) => (arg === NEW ? rebuilt : arg));
  const refused = await compare([...args, '--resume', file]);
  assert.equal(refused.code, 3);
  assert.match(refused.stderr, /the binary of new is not the one measured/);
  assert.equal((await compare([...args, '--resume', file, '--force'])).code, 0);
  const [resumed] = linesOf(file).filter(({ type }) => type === 'resumed');
  assert.match(String(resumed!.differences), /binary of new/);
});

test('a binary that was only moved is the same binary', async () => {
  const { bytes, end } = await wholeRun();
  const file = fresh();
  writeFileSync(file, bytes.subarray(0, bytes.length / 2));
  const moved = path.join(folder, 'moved');
  copyFileSync(NEW, moved);
  const args = RUN.map((arg) => (arg === NEW ? moved : arg));
  assert.deepEqual(await compare([...args, '--resume', file]), end);
});

test('without --seed a resumed run takes the seed of the recording', async () => {
  const { file: whole, bytes } = await wholeRun();
  const file = fresh();
  writeFileSync(file, bytes.subarray(0, bytes.length / 2));
  const args = RUN.filter((arg) => arg !== '--seed' && arg !== 'coins');
  assert.equal((await compare([...args, '--resume', file])).code, 0);
  assert.deepEqual(places(file), places(whole));
});

test('lines and fields of a later version survive a resumption', async () => {
  const { bytes } = await wholeRun();
  const lines = bytes.toString().split('\n').slice(0, 9);
  lines[4] = lines[4]!.replace('"rate"', '"phase":"moon","rate"');
  lines.splice(6, 0, '{"type":"remark","text":"door opened"}');
  const file = fresh();
  writeFileSync(file, `${lines.join('\n')}\n`);
  assert.equal((await compare([...RUN, '--resume', file])).code, 0);
  const text = readFileSync(file, 'utf8');
  assert.ok(text.startsWith(`${lines.join('\n')}\n`));
  assert.equal(new Set(places(file)).size, 36);
});

test('a CSV file of the run is gone on with, and one of another run is left alone', async () => {
  const record = fresh();
  const csv = path.join(folder, 'samples.csv');
  await compare([...RUN, '--record', record, '--csv', csv]);
  const [whole, bytes] = [readFileSync(csv), readFileSync(record)];
  writeFileSync(csv, whole.subarray(0, whole.length / 3));
  writeFileSync(record, bytes.subarray(0, bytes.length / 2));
  assert.equal((await compare([...RUN, '--resume', record, '--csv', csv])).code, 0);
  assert.deepEqual(readFileSync(csv), whole);

  const other = Buffer.from(whole.toString().replace(/\.(\d)/, (_, digit) => `.${9 - Number(digit)}`));
  writeFileSync(csv, other);
  const { code, stdout, stderr } = await compare([...RUN, '--resume', record, '--csv', csv]);
  assert.equal(code, 3);
  assert.match(stderr, /does not begin with the samples of this run/);
  assert.match(stdout, /improvement/);
  assert.deepEqual(readFileSync(csv), other);
});

test('a file that exists is not recorded over, and a resumption needs one', async () => {
  const { file, bytes } = await wholeRun();
  const csv = path.join(folder, 'unwanted.csv');
  const refused = await compare([...RUN, '--record', file, '--csv', csv]);
  assert.equal(refused.code, 3);
  assert.match(refused.stderr, /exists; name another file, or pass --force/);
  assert.deepEqual(readFileSync(file), bytes);
  assert.ok(!existsSync(csv), 'the other file of a run that never began is not left behind');
  assert.match((await compare([...RUN, '--resume', fresh()])).stderr, /begun with --record/);
  assert.match((await compare([...RUN, '--resume', file, '--record', fresh()])).stderr, /both given/);
});

test('a disk that is full from the start: exit code 3 with the reason, nothing is run', async () => {
  const idle = jobSeededExecutor(MACHINE, () => assert.fail('nothing can be kept'));
  for (const option of ['--csv', '--record']) {
    const { code, stderr } = await simulatedCompare([...RUN, option, '/dev/full'], idle);
    assert.equal(code, 3);
    assert.match(stderr, new RegExp(`${option}: writing "/dev/full" failed: ENOSPC`));
  }
});

for (const option of ['--csv', '--record']) {
  test(`a disk that fills up under ${option}: the run stops, what was measured is analysed, exit code 3`, async () => {
    const file = fresh();
    const { code, stdout, stderr } = await program(
      [...RUN, option, file],
      `ulimit -f ${option === '--csv' ? 2 : 5}`,
    );
    assert.equal(code, 3);
    assert.match(stderr, new RegExp(`stopped: ${option}: writing "${file}" failed: EFBIG`));
    assert.match(stdout, /improvement/);
    if (option === '--csv') return;
    const { end } = await wholeRun();
    assert.deepEqual(await compare([...RUN, '--resume', file]), end);
  });
}

test('of a duet a pair that is half recorded is run again, both sides together', {
  skip: availableParallelism() < 2 && 'needs two CPUs',
}, async () => {
  const file = fresh();
  const duet = [...RUN, '--duet'];
  const end = await compare([...duet, '--record', file]);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const interrupted = '{"type":"end","complete":false,"samples":3,"failures":0,"skipped":0}';
  for (const [kept, added] of [
    [4, []],
    [4, [interrupted]],
    [5, []],
  ] as const) {
    writeFileSync(file, `${[...lines.slice(0, kept), ...added].join('\n')}\n`);
    const run: string[] = [];
    const executor = jobSeededExecutor(MACHINE, (job) => {
      run.push(JSON.stringify([job.configuration, job.variant.label, job.round]));
    });
    assert.deepEqual(await simulatedCompare([...duet, '--resume', file], executor), end);
    assert.equal(run.length, kept === 5 ? 32 : 34);
    assert.equal(places(file).length, 36);
    assert.equal(new Set(places(file)).size, 36);
  }
});

/** Runs the recorded comparison on a simulated machine in a process of its own, behind a command of the shell. */
function program(args: readonly string[], before: string): Promise<ToolEnd> {
  const words = [process.execPath, path.join(DIST, 'test/support/recorded-program.js'), ...args];
  const child = spawn('bash', ['-c', `${before}; exec "$@"`, 'bash', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = [child.stdout, child.stderr].map(async (stream) => (await stream.toArray()).join(''));
  return new Promise((resolve) => {
    child.on('close', async (code) => {
      const [stdout, stderr] = await Promise.all(texts);
      resolve({ code: code!, stdout: stdout!, stderr: stderr! });
    });
  });
}

/** Starts a slow recorded run on a simulated machine in a process of its own and kills it after `ms`. */
function killedRun(args: readonly string[], ms: number): Promise<void> {
  const child = spawn(process.execPath, [path.join(DIST, 'test/support/recorded-program.js'), ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.on('message', () => setTimeout(() => child.kill('SIGKILL'), ms));
  return new Promise((resolve) => child.on('close', () => resolve()));
}

test('50 kill -9 at random moments: every run that is resumed comes out as if nothing had happened', async () => {
  const { file: whole, end } = await wholeRun();
  const random = seededRandom('kills');
  let kills = 0;
  while (kills < 50) {
    const file = fresh();
    for (let begun = false; kills < 50; kills++) {
      await killedRun([...RUN, begun ? '--resume' : '--record', file], random.next() * 30);
      begun ||= existsSync(file);
      if (begun && countLines(file) > 34) break;
    }
    if (!existsSync(file)) continue;
    assert.deepEqual(await compare([...RUN, '--resume', file]), end);
    assert.deepEqual(places(file), places(whole));
  }
});

test('three real runs killed with SIGKILL are finished by --resume', async () => {
  const args = [
    'compare',
    ...['--old', process.execPath, '--new', process.execPath, '--runs', '2', '--seed', '5'],
    ...['--root', path.join(FIXTURES, 'core-style'), '--set', 'n=10', '--set', 'length=4', 'strings'],
  ];
  for (const wanted of [0, 1, 3]) {
    const file = fresh();
    const { child, ended } = startCorebench([...args, '--record', file]);
    while (!existsSync(file) || countLines(file) < 1 + wanted)
      await new Promise((next) => setTimeout(next, 5));
    child.kill('SIGKILL');
    await ended;
    appendFileSync(file, '{"type":"sample","filena');
    const { code, stdout, stderr } = await corebench([...args, '--resume', file]);
    assert.equal(code, 0, stderr);
    assert.equal(places(file).length, 4);
    assert.equal(new Set(places(file)).size, 4);
    assert.equal(stdout.trimEnd().split('\n').length, 5);
  }
});
