import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { white } from '../../tools/execute/noise';
import { corebench } from '../support/corebench';
import { DIST, FIXTURES } from '../support/paths';
import { jobSeededExecutor, simulatedCompare } from '../support/recorded-run';

const folder = mkdtempSync(path.join(tmpdir(), 'corebench-recordings-'));
after(() => rmSync(folder, { recursive: true }));
const inFolder = (name: string) => path.join(folder, name);

const FILE = path.join(FIXTURES, 'core-style', 'strings', 'join.js');
const SIDES = ['--old', '/nowhere/old', '--new', '/nowhere/new'];
const executor = () => jobSeededExecutor({ seed: 3, count: 2, noise: [white(0.03)] });

const [recording, csv] = [inFolder('run.jsonl'), inFolder('run.csv')];
let analysis = '';
before(async () => {
  const args = [
    ...SIDES,
    '--runs',
    '5',
    '--seed',
    '1',
    '--analyze',
    '--no-memory',
    '--record',
    recording,
    '--csv',
    csv,
    FILE,
  ];
  analysis = (await simulatedCompare(args, executor())).stdout;
});

test('a recording is analysed like the run itself, and like its CSV', async () => {
  const fromRecording = await corebench(['analyze', recording]);
  assert.equal(fromRecording.code, 0, fromRecording.stderr);
  assert.equal(fromRecording.stdout, analysis);
  assert.equal((await corebench(['analyze', csv])).stdout, analysis);
});

test('export gives the CSV of the run, import and export of it the same bytes again', async () => {
  const exported = await corebench(['export', recording]);
  assert.equal(exported.stdout, readFileSync(csv, 'utf8'));
  const imported = inFolder('imported.jsonl');
  assert.equal((await corebench(['import', csv, '--record', imported])).code, 0);
  assert.equal((await corebench(['export', imported])).stdout, readFileSync(csv, 'utf8'));
  assert.equal((await corebench(['analyze', imported])).stdout, analysis);
});

test('a file that is no CSV leaves no recording behind', async () => {
  const broken = inFolder('broken.csv');
  writeFileSync(broken, readFileSync(csv, 'utf8').replace(/,\d+\.\d+,/, ',fast,'));
  const { code, stderr } = await corebench(['import', broken, '--record', inFolder('none.jsonl')]);
  assert.equal(code, 3);
  assert.match(stderr, /broken\.csv:\d+: /);
  assert.throws(() => readFileSync(inFolder('none.jsonl')), /ENOENT/);
});

test('an unfinished recording is analysed, said to be unfinished, and no pass', async () => {
  const cut = inFolder('cut.jsonl');
  writeFileSync(cut, readFileSync(recording).subarray(0, -200));
  const { code, stdout, stderr } = await corebench(['analyze', '--max-regression', '50', cut]);
  assert.equal(code, 3);
  assert.match(stdout, /improvement/);
  assert.match(stderr, /cut\.jsonl: the last line breaks off; it was left out \[cut-off\]/);
  assert.match(stderr, /did not come to its end, 19 of 20 samples are there/);
});

test('failures of a recording are listed and no pass', async () => {
  const file = inFolder('failing.jsonl');
  const faulty = jobSeededExecutor({
    seed: 3,
    count: 2,
    fault: ({ round }) => (round === 2 ? 'crash' : null),
  });
  await simulatedCompare([...SIDES, '--runs', '5', '--record', file, '--analyze', FILE], faulty);
  const { code, stderr } = await corebench(['analyze', file]);
  assert.equal(code, 3);
  assert.match(stderr, /Failed:\n {2}strings\/join\.js n=100 length=1 \((old|new)\): exited with code 1/);
});

test('a line that is wrong is named, and left out on demand', async () => {
  const file = inFolder('wrong.jsonl');
  const lines = readFileSync(recording, 'utf8').split('\n');
  lines[3] = lines[3]!.replace(/"rate":[\d.]+/, '"rate":-1');
  lines[5] = '{"type":';
  writeFileSync(file, lines.join('\n'));
  const strict = await corebench(['analyze', file]);
  assert.equal(strict.code, 3);
  assert.match(strict.stderr, /wrong\.jsonl:4: a sample needs/);
  const lenient = await corebench(['analyze', '--skip-invalid', file]);
  assert.equal(lenient.code, 0);
  assert.match(lenient.stderr, /wrong\.jsonl:4: .*left out[\s\S]*wrong\.jsonl:6: no JSON/);
});

test('a recording of a later version, and a file that is none, are refused with the reason', async () => {
  const [later, none] = [inFolder('later.jsonl'), inFolder('none.json')];
  writeFileSync(later, readFileSync(recording, 'utf8').replace('"version":1', '"version":2'));
  writeFileSync(none, '{"hello": 1}\n');
  assert.match((await corebench(['analyze', later])).stderr, /version 2 of the format; .* reads up to 1/);
  assert.match((await corebench(['analyze', none])).stderr, /none\.json:1: not the header of a recording/);
  assert.match((await corebench(['analyze', csv, recording])).stderr, /do not go together/);
});

test('a reader that leaves a measurement interrupts it with 141 and one line; the recording can be resumed', async () => {
  const file = inFolder('piped.jsonl');
  const node = process.execPath;
  const program = `"${node}" "${path.join(DIST, 'benchmark', 'cli.js')}"`;
  const args = `compare --old "${node}" --new "${node}" --seed 1 --runs 2 --set n=10 "${FILE}"`;
  const child = spawn(
    'bash',
    ['-c', `set -o pipefail; ${program} ${args} --record "${file}" | head -1; echo "exit $?"`],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const [stdout, stderr] = await Promise.all(
    [child.stdout, child.stderr].map(async (stream) => (await stream.toArray()).join('')),
  );
  assert.match(stdout!, /^"binary",.*\nexit 141\n$/);
  assert.match(stderr!, /^corebench compare: interrupted: the reader of stdout is gone\n$/);
  assert.match(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1)!, /"type":"end","complete":false/);
});

test('what recording a sample costs in memory does not add up', async () => {
  const program = (count: number) =>
    new Promise<number>((resolve) => {
      const child = spawn(process.execPath, [path.join(DIST, 'test/support/record-many.js'), String(count)]);
      child.stdout.on('data', (kib) => resolve(Number(kib)));
    });
  const [few, many] = [await program(1e4), await program(1e5)];
  assert.ok(many < 1.2 * few, `${few} KiB after 10,000 samples, ${many} KiB after 100,000`);
});

test('what setup removes on exit is removed when the reader of the samples is gone', async () => {
  const left = inFolder('left');
  const root = inFolder('root');
  mkdirSync(path.join(root, 'some'), { recursive: true });
  writeFileSync(
    path.join(root, 'some', 'a.js'),
    `const fs = require('fs');
     const { createBenchmark } = require(${JSON.stringify(path.join(DIST, 'benchmark/common.js'))});
     const bench = createBenchmark(({ n }) => { bench.start(); bench.end(n); }, { n: [1, 2] }, {
       setup() {
         fs.writeFileSync(${JSON.stringify(left)}, '');
         fs.writeFileSync(${JSON.stringify(`${left}-was-made`)}, '');
         process.on('exit', () => fs.rmSync(${JSON.stringify(left)}, { force: true }));
       },
     });`,
  );
  const node = process.execPath;
  const program = `"${node}" "${path.join(DIST, 'benchmark', 'cli.js')}"`;
  const line = `${program} compare --old "${node}" --new "${node}" --root "${root}" some`;
  const child = spawn('bash', ['-c', `set -o pipefail; ${line} | true`], { stdio: 'ignore' });
  const code = await new Promise((resolve) => child.on('exit', resolve));
  assert.equal(code, 141);
  assert.deepEqual([existsSync(`${left}-was-made`), existsSync(left)], [true, false]);
});
