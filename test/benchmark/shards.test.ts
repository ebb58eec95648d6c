import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { white } from '../../tools/execute/noise';
import { corebench } from '../support/corebench';
import { FIXTURES } from '../support/paths';
import { jobSeededExecutor, simulatedCompare } from '../support/recorded-run';

const folder = mkdtempSync(path.join(tmpdir(), 'corebench-shards-'));
after(() => rmSync(folder, { recursive: true }));
const inFolder = (name: string) => path.join(folder, name);

const FILE = path.join(FIXTURES, 'core-style', 'strings', 'join.js');
const SIDES = ['--old', '/nowhere/old', '--new', '/nowhere/new'];
const RUN = [...SIDES, '--runs', '6', '--seed', '1', '--analyze'];

function compare(args: readonly string[], seed = 3, ratio = 1) {
  const machine = { seed, count: 7, noise: [white(0.02)], ratio: () => ratio };
  return simulatedCompare([...RUN, ...args, FILE], jobSeededExecutor(machine));
}

/** `length` of every sample's configuration and its variant. */
function measured(file: string): { length: number; variant: string }[] {
  const lines = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines
    .filter(({ type }) => type === 'sample')
    .map(({ configuration, variant }) => ({ length: configuration[1][1], variant }));
}

test('the shards of a run are its configurations, each once with both sides; merged they are analysed like the run', async () => {
  const whole = await compare(['--record', inFolder('whole.jsonl')]);
  const files = [1, 2, 3].map((index) => inFolder(`shard-${index}.jsonl`));
  for (const [at, file] of files.entries()) {
    assert.equal((await compare(['--shard', `${at + 1}/3`, '--record', file])).code, 0);
  }
  const lengths = files.map((file) => [...new Set(measured(file).map(({ length }) => length))]);
  assert.deepEqual(lengths, [
    [1, 4, 7],
    [2, 5],
    [3, 6],
  ]);
  for (const file of files) {
    const sides = new Set(measured(file).map(({ length, variant }) => `${length} ${variant}`));
    assert.equal(sides.size, 2 * new Set(measured(file).map(({ length }) => length)).size);
  }
  const merged = inFolder('merged.jsonl');
  const end = await corebench(['merge', '--record', merged, ...files]);
  assert.deepEqual([end.code, end.stderr], [0, `joined 3 recordings in ${merged}\n`]);
  assert.equal(readFileSync(merged, 'utf8'), files.map((file) => readFileSync(file, 'utf8')).join(''));
  const sorted = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('strings/'))
      .sort();
  const { code, stdout } = await corebench(['analyze', '--no-chart', merged]);
  assert.equal(code, 0);
  assert.deepEqual(
    sorted(stdout),
    sorted((await corebench(['analyze', '--no-chart', inFolder('whole.jsonl')])).stdout),
  );
  assert.equal(whole.code, 0);
});

test('a shard that is missing is told and no pass; the same recording twice is refused', async () => {
  const [first, second] = [inFolder('first.jsonl'), inFolder('second.jsonl')];
  await compare(['--shard', '1/3', '--record', first]);
  await compare(['--shard', '2/3', '--record', second]);
  const merged = await corebench(['merge', '--record', inFolder('partly.jsonl'), first, second]);
  assert.equal(merged.code, 3);
  assert.match(merged.stderr, /shard 3 of 3 is not there \[missing-shard\]/);
  assert.equal((await corebench(['analyze', inFolder('partly.jsonl')])).code, 3);
  const twice = await corebench(['merge', '--record', inFolder('twice.jsonl'), first, first]);
  assert.match(twice.stderr, /is the same recording as/);
});

test('the costs of an earlier run balance the shards', async () => {
  const costs = inFolder('costs.csv');
  const rows = [1, 2, 3, 4, 5, 6, 7].map(
    (length) => `"old","strings/join.js","n=100 length=${length}",1,${length === 4 ? 60 : 10}`,
  );
  writeFileSync(costs, `"binary","filename","configuration","rate","time"\n${rows.join('\n')}\n`);
  const file = inFolder('dear.jsonl');
  await compare(['--shard', '1/2', '--costs', costs, '--record', file]);
  assert.deepEqual([...new Set(measured(file).map(({ length }) => length))], [4]);
});

test('a shard that cannot be is refused', async () => {
  assert.match((await compare(['--shard', '0/3'])).stderr, /--shard expects I\/N/);
  assert.match(
    (await compare(['--shard', '8/8'])).stderr,
    /there are 7 configurations, not enough for 8 shards/,
  );
  assert.match((await compare(['--costs', 'x.csv'])).stderr, /--costs is for --shard/);
});

test('the same run on several machines: compared within each, and each shown on demand', async () => {
  const files = [1, 2].map((machine) => inFolder(`machine-${machine}.jsonl`));
  await compare(['--record', files[0]!], 11, 1.05);
  await compare(['--record', files[1]!], 12, 0.95);
  // Recorded at different times on different machines, so their headers differ.
  const other = readFileSync(files[1]!, 'utf8').replace('"seed":"1"', '"seed":"2"');
  writeFileSync(files[1]!, other);
  const merged = inFolder('machines.jsonl');
  assert.equal((await corebench(['merge', '--record', merged, ...files])).code, 0);
  const { code, stdout } = await corebench(['analyze', '--no-chart', '--per-machine', merged]);
  assert.equal(code, 0);
  assert.match(stdout, /\[machines-disagree\] 7 rows/);
  assert.match(
    stdout,
    /strings\/join\.js n=100 length=1\n.*\nmachine 1 +6 +6 +[4-6]\.\d\d %[^\n]*\nmachine 2 +6 +6 +-[4-6]\.\d\d %/,
  );
  assert.match(stdout, /machine 2: .*machines\.jsonl/);
});

test('a merged recording is not resumed', async () => {
  const merged = inFolder('machines.jsonl');
  const { code, stderr } = await compare(['--resume', merged]);
  assert.equal(code, 3);
  assert.match(stderr, /merged of several recordings/);
});
