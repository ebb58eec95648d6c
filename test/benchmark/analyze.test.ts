import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { analyzeTool } from '../../benchmark/analyze';
import { compareTool } from '../../benchmark/compare';
import { scatterTool } from '../../benchmark/scatter';
import { runTool } from '../../tools/cli/tool';
import { testContext } from '../support/context';
import { corebench } from '../support/corebench';
import { DIST, FIXTURES } from '../support/paths';
import { simulatedExecutor } from '../support/simulation';

const folder = mkdtempSync(path.join(tmpdir(), 'corebench-analyze-'));
after(() => rmSync(folder, { recursive: true }));

const core = (name: string) => path.join(FIXTURES, 'node-core', name);
const COMPARE = core('compare-string_decoder-22-26.csv');
const SCATTER = core('scatter-string_decoder.csv');
const RUN = core('run-string_decoder.csv');

async function analyze(args: readonly string[], stdin = '') {
  const context = testContext(simulatedExecutor(), { stdin: () => Readable.from([Buffer.from(stdin)]) });
  const code = await runTool(analyzeTool, args, context);
  return { code, stdout: context.stdout.text(), stderr: context.stderr.text() };
}

function file(name: string, text: string): string {
  const target = path.join(folder, name);
  writeFileSync(target, text);
  return target;
}

/** A comparison of core's shape: for each configuration the rates of either side. */
function compared(sides: { readonly [binary: string]: readonly (readonly number[])[] }): string {
  const rows = Object.entries(sides).flatMap(([binary, configurations]) =>
    configurations.flatMap((rates, n) => rates.map((rate) => `"${binary}","a.js","n=${n}",${rate},0.1\n`)),
  );
  return `"binary","filename","configuration","rate","time"\n${rows.join('')}`;
}

const figures = /(\*{0,3}) +(-?[\d.]+ %) +(±[\d.]+%) +(±[\d.]+%) +(±[\d.]+%)/;

test('a saved comparison of core has the figures of compare.R, to the printed digit', async () => {
  const rows = (text: string) =>
    text
      .split('\n')
      .flatMap((line) => (figures.exec(line) ? [figures.exec(line)!.slice(1).join(' ')] : []))
      .sort();
  const expected = rows(readFileSync(core('compare-string_decoder-22-26.compare-R.txt'), 'utf8'));
  assert.equal(expected.length, 10);
  const { code, stdout, stderr } = await corebench(['analyze', '--no-chart', COMPARE]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(rows(stdout), expected);
  assert.match(stdout, /samples: 6 old, 6 new/);
});

test('a saved sweep of core has the means and intervals of scatter.R, to the printed digit', async () => {
  const expected = readFileSync(core('scatter-string_decoder.scatter-R.txt'), 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/ +/))
    .filter((cells) => cells.length === 4 && /^\d/.test(cells[0]!));
  assert.equal(expected.length, 18);
  const args = ['analyze', '--xaxis', 'chunkLen', '--category', 'encoding', '--no-chart', SCATTER];
  const { code, stdout, stderr } = await corebench(args);
  assert.equal(code, 0, stderr);
  const rows = stdout
    .split('\n')
    .map((line) => line.trim().split(/ +/))
    .filter((cells) => cells[2] === '24')
    .map(([x, category, , rate, interval]) => [x, category, rate, interval]);
  assert.equal(rows.length, 20);
  assert.deepEqual(rows.slice(0, 18), expected);
  assert.match(stdout, /Averaged over[\s\S]*inLen/);
});

test('a saved run is a table of rates; samples of one configuration are taken together', async () => {
  const single = await corebench(['analyze', RUN]);
  assert.equal(single.code, 0, single.stderr);
  assert.match(single.stdout, /^ +samples +rate confidence\.interval +median\n/);
  assert.match(single.stdout, /encoding='ascii' +1 4307762\.2 +NA +NA 4307762\n/);
  const text = 'filename,configuration,rate,time\na.js,n=1,10,1\na.js,n=1,20,1\na.js,n=1,60,1\n';
  const { stdout } = await analyze([file('run.csv', text)]);
  // mean 30, t(0.975, 2) · s / √3 = 4.302653 · 26.457513 / 1.732051
  assert.match(stdout, /a\.js n=1 +3 30\.0 +65\.7 ±219\.1% +20\.0\n/);
});

test('a file says what the tool that measured it said, byte for byte', async () => {
  const options = { noise: [], ratio: () => 0.93, count: 3 };
  for (const [tool, measuring, analysing] of [
    [compareTool, ['--old', 'a', '--new', 'b', '--analyze'], ['--max-regression', '5']],
    [compareTool, ['--old', 'a', '--new', 'b', '--analyze'], ['--test', 'paired', '--max-regression', '0']],
    [scatterTool, ['--analyze'], ['--xaxis', 'length']],
  ] as const) {
    const context = testContext(simulatedExecutor({ ...options, seed: 4, noise: undefined }));
    const csv = path.join(folder, `${tool.spec.name}.csv`);
    const args = [...measuring, ...analysing, '--runs', '8', '--csv', csv, '--force', 'es/iteration.js'];
    const code = await runTool(tool as typeof compareTool, args, context);
    const saved = await analyze([...analysing, csv]);
    assert.equal(saved.stdout, context.stdout.text());
    assert.deepEqual([saved.code, saved.stderr], [code, '']);
  }
});

const around = (mean: number) => Array.from({ length: 20 }, (_, at) => mean + (at % 5));

test('the gate decides the exit code', async () => {
  const slower = file(
    'slower.csv',
    compared({ old: [around(1000), around(500)], new: [around(900), around(500)] }),
  );
  assert.equal((await analyze([slower])).code, 0);
  const failed = await analyze(['--max-regression', '5', slower]);
  assert.equal(failed.code, 1);
  assert.match(failed.stdout, /gate: failed, 1 of 2 configurations regressed by more than 5 %/);
  assert.equal((await analyze(['--max-regression', '15', slower])).code, 0);
  assert.equal((await analyze(['--max-regression', '10', '--undecided', 'fail', COMPARE])).code, 2);
  const few = file('few.csv', compared({ old: [[1, 2]], new: [[1, 2]] }));
  const idle = await analyze(['--max-regression', '5', '--test', 'paired', few]);
  assert.match(idle.stderr, /^warning: with 2 runs a side no difference, .* \[gate-cannot-decide\]\n$/);
});

test('stdin is a file, several files are one, and joined files are too', async () => {
  const text = readFileSync(COMPARE, 'utf8');
  const whole = await analyze([COMPARE]);
  assert.equal((await analyze(['-'], text)).stdout, whole.stdout);
  const lines = text.trimEnd().split('\n');
  const [header, rows] = [lines[0], lines.slice(1)];
  const parts = [rows.slice(0, 50), rows.slice(50)].map((some, at) =>
    file(`part-${at}.csv`, `${[header, ...some].join('\n')}\n`),
  );
  assert.equal((await analyze(parts)).stdout, whole.stdout);
  assert.equal(
    (await analyze(['-'], parts.map((part) => readFileSync(part, 'utf8')).join(''))).stdout,
    whole.stdout,
  );
  assert.equal((await analyze([parts[0]!, '-'], readFileSync(parts[1]!, 'utf8'))).stdout, whole.stdout);
});

test('a configuration that only one side has is listed, with exit code 3; the others are compared', async () => {
  const text = compared({ old: [around(10), around(20)], new: [around(10)] });
  const lopsided = file('lopsided.csv', text);
  const { code, stdout, stderr } = await analyze(['--max-regression', '90', lopsided]);
  assert.equal(code, 3);
  assert.match(stdout, /a\.js n=0 .* ok/);
  assert.equal(
    stderr.includes('Not compared, because only one side has it:\n  a.js n=1: only in old\n'),
    true,
    stderr,
  );
});

test('invalid rows end the analysis with their place, unless they are left out and told', async () => {
  const bad = file('bad.csv', `${compared({ old: [[1, 2]], new: [[1, 2]] })}"new","a.js","n=0",NaN,0.1\n`);
  const refused = await analyze([bad]);
  assert.deepEqual([refused.code, refused.stdout], [3, '']);
  assert.match(refused.stderr, /bad\.csv:6: rate is "NaN", not a positive number \(--skip-invalid/);
  const left = await analyze(['--skip-invalid', bad]);
  assert.equal(left.code, 0);
  assert.match(left.stderr, /^warning: .*bad\.csv:6: .* left out \[invalid-row\]\n$/);
  assert.match(left.stdout, /samples: 2 old, 2 new/);
});

test('what cannot be analysed is one message and exit code 3', async () => {
  const cases: readonly (readonly [args: string[], message: RegExp])[] = [
    [['--ascii'], /no file was named; - is stdin/],
    [['-', '-'], /- is given twice/],
    [[path.join(folder, 'missing.csv')], /missing\.csv cannot be read: ENOENT/],
    [[folder], /cannot be read: EISDIR/],
    [[COMPARE, RUN], /run-string_decoder\.csv is a file of run and .* one of compare/],
    [[SCATTER], /--xaxis is missing: .* --xaxis n or chunkLen or inLen or encoding/],
    [
      ['--xaxis', 'length', SCATTER],
      /--xaxis: "length" is no variable of the sweep; it has n, chunkLen, inLen, encoding/,
    ],
    [['--xaxis', 'n', '--category', 'n', SCATTER], /--xaxis and --category are both "n"/],
    [['--xaxis', 'n', COMPARE], /--xaxis is for samples of scatter; these are of compare/],
    [['--max-regression', '5', RUN], /--max-regression is for samples of compare; these are of run/],
    [
      [file('labels.csv', compared({ 'node-22': [[1]], 'node-26': [[1]] }))],
      /"old" is compared with "new", but the column "binary" has "node-22", "node-26"/,
    ],
    [[file('one-side.csv', compared({ old: [[1]] }))], /the column "binary" has "old"\n/],
    [[file('other.csv', 'a,b\n1,2\n')], /not a file of compare, run or scatter/],
  ];
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await analyze(args);
    assert.deepEqual([code, stdout], [3, ''], args.join(' '));
    assert.match(stderr, message);
    assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
  }
});

test('Ctrl-C while stdin says nothing ends it at once', async () => {
  const child = spawn(process.execPath, [path.join(DIST, 'benchmark', 'analyze.js'), '-'], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  // It has begun to read when it has taken more than a pipe holds.
  const header = '"binary","filename","configuration","rate","time"\n';
  await new Promise<void>((resolve) => {
    child.stdin.write(header + '"old","a.js","n=1",1,1\n'.repeat(20_000), () => resolve());
  });
  child.kill('SIGINT');
  const code = await new Promise((resolve) => child.on('close', resolve));
  assert.deepEqual([code, stderr], [130, '']);
});

test('a report whose reader is gone ends with the code of its verdict', async () => {
  const slower = [100, 101, 99, 100.5, 99.5, 100.2];
  const samples = file('unread.csv', compared({ old: [slower], new: [slower.map((rate) => 0.7 * rate)] }));
  const unread = { ...testContext(simulatedExecutor()).stdout };
  unread.write = () => Promise.reject(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  const context = testContext(simulatedExecutor(), { stdout: unread });
  assert.equal(await runTool(analyzeTool, ['--max-regression', '5', samples], context), 1);
  assert.equal(context.stderr.text(), '');
});
