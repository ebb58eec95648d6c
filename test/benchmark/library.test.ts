import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { corebench, startCorebench } from '../support/corebench';
import { DIST } from '../support/paths';

const folder = mkdtempSync(path.join(tmpdir(), 'corebench-library-'));
after(() => rmSync(folder, { recursive: true }));
const repository = path.join(folder, 'repository');
/** Where the checkouts go. */
const temporary = path.join(folder, 'temporary');

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
    cwd: repository,
    encoding: 'utf8',
  }).trimEnd();
const write = (name: string, text: string) => writeFileSync(path.join(repository, name), text);

const library = (loops: number) =>
  `exports.sum = (n) => { let s = 0; for (let i = 0; i < n * ${loops}; i++) s += i % 7; return s; };\n`;
const benchmark = (n: number) => `
const { createBenchmark } = require(${JSON.stringify(path.join(DIST, 'benchmark', 'common.js'))});
const { sum } = require('../../lib.js');
const { unit } = require('../unit.js');
const bench = createBenchmark(({ n }) => { bench.start(); sum(n * unit); bench.end(n); }, { n: [${n}] });
`;

before(() => {
  mkdirSync(path.join(repository, 'benchmark', 'sums'), { recursive: true });
  mkdirSync(temporary);
  git('init', '--quiet');
  write('lib.js', library(1));
  write('benchmark/sums/sum.js', benchmark(5));
  write('benchmark/unit.js', 'exports.unit = 1000;\n');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'fast');
  write('lib.js', library(20));
  // A benchmark and a helper that the old commit does not have.
  write('benchmark/sums/sum.js', benchmark(2e5));
  write('benchmark/unit.js', 'exports.unit = 20;\n');
  git('commit', '--quiet', '--all', '-m', 'slow');
});

const options = {
  workingDirectory: repository,
  environment: { TMPDIR: temporary, NO_COLOR: '1' },
};
const compare = (...args: string[]) => corebench(['compare', '--runs', '4', '--no-chart', ...args], options);

/** Nothing is left of the checkouts, and the repository is as it was. */
function assertClean(status = ''): void {
  assert.deepEqual(readdirSync(temporary), []);
  assert.equal(git('worktree', 'list').split('\n').length, 1);
  assert.equal(git('status', '--porcelain'), status);
}

test('a commit that makes a function slower is found, with the benchmarks of the new commit on both sides', async () => {
  const record = path.join(folder, 'run.jsonl');
  const args = ['--old-ref', 'HEAD~1', '--new-ref', 'HEAD', '--analyze', '--record', record, 'sums'];
  const { code, stdout, stderr } = await compare(...args);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /sums\/sum\.js n=200000 +\** +-[89]\d\.\d+ %/);
  assertClean();
  const header = JSON.parse(readFileSync(record, 'utf8').split('\n')[0]!);
  const trees = header.variants.map(({ checkout }: { checkout: { tree: string } }) => checkout.tree);
  assert.deepEqual(trees, [git('rev-parse', 'HEAD~1^{tree}'), git('rev-parse', 'HEAD^{tree}')]);
});

test('WORKTREE is the files as they are, uncommitted and new ones too; each checkout is prepared', async () => {
  write('lib.js', `const { loops } = require('./made.js');\n${library(1).replace('n * 1', 'n * loops')}`);
  write('loops.txt', '1');
  const prepare = 'echo "exports.loops = $(cat loops.txt || echo 1);" > made.js';
  const { code, stdout, stderr } = await compare(
    '--old-ref',
    'HEAD',
    '--prepare',
    prepare,
    '--analyze',
    'sums',
  );
  assert.equal(code, 0, stderr);
  assert.match(stdout, /sums\/sum\.js n=200000 +\** +\d{3,}\.\d+ %/);
  assertClean(' M lib.js\n?? loops.txt');
  assert.ok(
    !existsSync(path.join(repository, 'made.js')),
    'what a preparation makes is made in the checkouts',
  );
  git('checkout', '--quiet', '.');
  rmSync(path.join(repository, 'loops.txt'));
});

test('what cannot be checked out or prepared is named, and nothing is left', async () => {
  for (const [args, message] of [
    [['--old-ref', 'nowhere', 'sums'], /--old-ref: "nowhere" is no commit of/],
    [
      ['--old-ref', 'HEAD', '--prepare', 'echo no network; exit 7', 'sums'],
      /--prepare failed in the checkout of HEAD \(exit code 7\):\n {4}no network/,
    ],
    [['--old-ref', 'HEAD', 'products'], /"products" is neither a category nor a benchmark file/],
    [['--old-ref', 'HEAD', '--root', DIST, 'benchmark'], /is not in the repository/],
    [['--new-ref', 'HEAD', 'sums'], /give --old-ref too/],
  ] as const) {
    const { code, stderr } = await compare(...args);
    assert.equal(code, 3);
    assert.match(stderr, message);
    assertClean();
  }
});

test('an interruption during the preparation or the run leaves nothing behind', async () => {
  const marker = path.join(folder, 'preparing');
  const args = ['compare', '--old-ref', 'HEAD~1', '--runs', '50', 'sums'];
  const preparing = startCorebench([...args, '--prepare', `touch ${marker}; sleep 60`], options);
  while (!existsSync(marker)) await new Promise((resolve) => setTimeout(resolve, 20));
  preparing.child.kill('SIGINT');
  assert.equal((await preparing.ended).code, 130);
  assertClean();

  const record = path.join(folder, 'interrupted.jsonl');
  const running = startCorebench([...args, '--record', record], options);
  const isRunning = () => existsSync(record) && readFileSync(record, 'utf8').split('\n').length > 3;
  while (!isRunning()) await new Promise((resolve) => setTimeout(resolve, 20));
  running.child.kill('SIGTERM');
  assert.equal((await running.ended).code, 143);
  assertClean();
});
