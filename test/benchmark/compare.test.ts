import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { corebench, startCorebench } from '../support/corebench';
import { DIST, FIXTURES, nodeOfMajor, skipWithout } from '../support/paths';

const folder = mkdtempSync(path.join(tmpdir(), 'corebench-compare-'));
after(() => rmSync(folder, { recursive: true }));

const NODE = process.execPath;
const SIDES = ['--old', NODE, '--new', NODE];
const fixture = (tree: string) => ['--root', path.join(FIXTURES, tree)];

/** Command lines of all processes that mention `part`. */
function processesWith(part: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
        return line.includes(part) ? [line] : [];
      } catch {
        return [];
      }
    });
}

test('samples go to stdout as CSV, a pair of rows a round, when nothing else is asked', async () => {
  const { code, stdout } = await corebench([
    'compare',
    ...SIDES,
    '--runs=5',
    ...fixture('core-style'),
    '--set',
    'n=10',
    'strings',
  ]);
  assert.equal(code, 0);
  const [header, ...rows] = stdout.trimEnd().split('\n');
  assert.equal(header!.startsWith('"binary","filename","configuration","rate","time"'), true);
  assert.equal(rows.length, 5 * 3 * 2);
  const columns = header!.split(',').map((name) => JSON.parse(name));
  const rounds = rows.map((row) => Number(row.split(',').at(columns.indexOf('round') - columns.length)));
  assert.deepEqual(
    rounds,
    [...rounds].sort((a, b) => a - b),
  );
  for (let at = 0; at < rows.length; at += 2) {
    assert.deepEqual([rows[at]!.slice(0, 5), rows[at + 1]!.slice(0, 5)].sort(), ['"new"', '"old"']);
  }
});

test('with --analyze the table goes to stdout and the samples to the file', async () => {
  const csv = path.join(folder, 'samples.csv');
  const args = [
    'compare',
    ...SIDES,
    '--runs',
    '3',
    '--analyze',
    '--csv',
    csv,
    '--max-regression',
    '99.9',
    ...fixture('other-harness'),
    '--set',
    'n=10',
    'strings',
  ];
  const { code, stdout, stderr } = await corebench(args);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /improvement/);
  assert.match(stdout, /gate: passed/);
  assert.equal(readFileSync(csv, 'utf8').trimEnd().split('\n').length, 1 + 3 * 3 * 2);
});

test('a node argument of one side alone makes the difference', async () => {
  const args = [
    'compare',
    ...SIDES,
    '--new-arg',
    '--jitless',
    '--runs',
    '8',
    '--test',
    'paired',
    '--max-regression',
    '5',
    '--no-chart',
    ...fixture('faults'),
    '--set',
    'n=10000000',
    'fine',
  ];
  const { code, stdout } = await corebench(args);
  assert.equal(code, 1, stdout);
  assert.match(stdout, /regressed/);
  assert.match(stdout, /gate: failed/i);
});

test('broken benchmarks are named with exit code 3; the others are measured and analysed', async () => {
  const args = [
    'compare',
    ...SIDES,
    '--runs',
    '3',
    '--timeout',
    '3',
    '--max-regression',
    '90',
    ...fixture('faults'),
    'broken',
    'fine',
  ];
  const { code, stdout, stderr } = await corebench(args);
  assert.equal(code, 3);
  for (const name of ['crash', 'hang', 'kill', 'nan', 'silent', 'throw', 'twice', 'zero']) {
    assert.match(stderr, new RegExp(`^  broken/${name}\\.js n=1 \\((old|new)\\): `, 'm'), stderr);
    assert.ok(!stdout.includes(`broken/${name}.js`), stdout);
  }
  assert.match(stdout, /fine\/good\.js/);
});

test('the first failure ends the run with --bail', async () => {
  const { code, stderr } = await corebench([
    'compare',
    ...SIDES,
    '--bail',
    ...fixture('faults'),
    'broken',
    'fine',
  ]);
  assert.equal(code, 3);
  assert.equal(stderr.match(/^failed:/gm)!.length, 1);
});

for (const [signal, exit] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  test(`${signal} in the middle: exit ${exit}, what was measured is on disk and analysed, no process is left`, async () => {
    const csv = path.join(folder, `${signal}.csv`);
    const marker = `--stack-trace-limit=7654${exit}`;
    const args = [
      'compare',
      ...SIDES,
      '--runs',
      '30',
      '--analyze',
      '--csv',
      csv,
      '--old-arg',
      marker,
      '--new-arg',
      marker,
      ...fixture('core-style'),
      '--set',
      'n=10',
      'strings',
    ];
    const { child, ended } = startCorebench(args);
    const rows = () => (existsSync(csv) ? readFileSync(csv, 'utf8').split('\n').length - 2 : 0);
    while (rows() < 8) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill(signal);
    const { code, stdout, stderr } = await ended;
    assert.equal(code, exit);
    const text = readFileSync(csv, 'utf8');
    assert.ok(text.endsWith('\n') && rows() >= 8 && rows() < 180);
    for (const line of text.trimEnd().split('\n').slice(1))
      assert.match(line, /^"(old|new)","strings\/join\.js",".*",[\d.]+,\d+\.\d{9},/);
    assert.match(stderr, new RegExp(`interrupted: ${rows()} of 180 runs were measured`));
    assert.match(stdout, /improvement/);
    assert.deepEqual(processesWith(marker), []);
  });
}

test('a driver that is killed takes its measured process with it', async () => {
  const marker = '--stack-trace-limit=7654999';
  const args = [
    'compare',
    ...SIDES,
    '--old-arg',
    marker,
    '--new-arg',
    marker,
    ...fixture('faults'),
    '--filter',
    'hang',
    'broken',
  ];
  const { child, ended } = startCorebench(args);
  const measured = () =>
    processesWith('broken/hang.js').filter((line) => line.includes(marker) && line.includes(' n=1'));
  while (measured().length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill('SIGKILL');
  await ended;
  for (let attempts = 0; measured().length > 0 && attempts < 200; attempts++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.deepEqual(measured(), []);
});

test('a configuration that one side does not have is listed and is no pass', {
  skip: skipWithout(14),
}, async () => {
  const args = [
    'compare',
    '--old',
    nodeOfMajor(14)!,
    '--new',
    NODE,
    '--runs',
    '2',
    ...fixture('uneven'),
    'category',
  ];
  const { code, stderr } = await corebench(args);
  assert.equal(code, 3);
  assert.match(
    stderr,
    /Not compared, because only one side has it:\n {2}category\/uneven\.js kind='new': only in new/,
  );
});

test('compare.js is the same program by itself', () => {
  const { status, stdout } = spawnSync(NODE, [path.join(DIST, 'benchmark', 'compare.js'), '--help'], {
    encoding: 'utf8',
  });
  assert.equal(status, 0);
  assert.match(stdout, /corebench compare/);
});

test('two real versions of Node.js are compared', { skip: skipWithout(22, 26) }, async () => {
  const args = [
    'compare',
    '--old',
    nodeOfMajor(22)!,
    '--new',
    nodeOfMajor(26)!,
    '--runs',
    '3',
    '--analyze',
    '--filter',
    'create',
    'string_decoder',
  ];
  const { code, stdout, stderr } = await corebench(args);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /samples: 3 old, 3 new/);
});

test('the same seed runs the same order', async () => {
  const run = async () => {
    const { stdout } = await corebench([
      'compare',
      ...SIDES,
      '--seed',
      'abc',
      '--runs',
      '6',
      ...fixture('faults'),
      '--set',
      'n=10',
      'fine',
    ]);
    return stdout.split('\n').map((line) => line.slice(1, 4));
  };
  assert.deepEqual(await run(), await run());
});
