import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { corebench } from '../support/corebench';
import { FIXTURES, PROJECT } from '../support/paths';

const folder = mkdtempSync(path.join(tmpdir(), 'corebench-line-'));
after(() => rmSync(folder, { recursive: true }));

const NODE = process.execPath;
const SIDES = ['--old', NODE, '--new', NODE];

/** Command lines that must be refused before anything runs, each with what the one message must say. */
const REFUSED: [args: string[], message: RegExp][] = [
  [['compare', ...SIDES, '--runs', 'abc', 'url'], /--runs expects a positive whole number, got "abc"/],
  [['compare', ...SIDES, '--runs', '0', 'url'], /--runs expects a positive whole number, got "0"/],
  [['compare', ...SIDES, '--runs', '3abc', 'url'], /--runs expects a positive whole number, got "3abc"/],
  [['compare', ...SIDES, '--rnus', '5', 'url'], /unknown option --rnus; did you mean --runs\?/],
  [['compare', '--old', 'nowhere', '--new', NODE, 'url'], /--old: "nowhere" is not an executable file/],
  [
    ['compare', '--old', NODE, '--new', '/bin/true', 'url'],
    /--new: "\/bin\/true" is not a Node\.js binary: --version answered/,
  ],
  [['compare', '--new', NODE, 'url'], /--old is missing/],
  [
    ['compare', ...SIDES, '--set', 'enconding=utf8', 'string_decoder'],
    /no selected benchmark has a variable "enconding"; they have chunkLen, encoding, inLen, n/,
  ],
  [['compare', ...SIDES, '--set', 'n', 'url'], /--set: "n" is not of the form variable=value/],
  [['compare', ...SIDES, '--cpuset', '4099', 'url'], /names CPU 4099, this process may use/],
  [['compare', ...SIDES, '--set', 'CPUSET=4099', 'url'], /names CPU 4099/],
  [['run', '--set', 'CPUSET=4099', 'url'], /names CPU 4099/],
  [
    ['compare', ...SIDES, '--set', 'CPUSET=0', '--cpuset', '0', 'url'],
    /--cpuset and --set CPUSET= are both given/,
  ],
  [['compare', ...SIDES], /no benchmark was named: .* string_decoder/],
  [
    ['compare', ...SIDES, 'srting_decoder'],
    /"srting_decoder" is neither a category nor a benchmark file; .* string_decoder/,
  ],
  [
    ['compare', ...SIDES, '--max-regression', '-1', 'url'],
    /--max-regression expects a number of at least 0, got "-1"/,
  ],
  [['compare', ...SIDES, '--undecided', 'maybe', 'url'], /--undecided expects pass or fail, got "maybe"/],
  [['compare', ...SIDES, '--timeout', '0', 'url'], /--timeout expects a number above 0, got "0"/],
  [
    ['compare', ...SIDES, '--csv', '/nowhere/out.csv', 'url'],
    /--csv: "\/nowhere\/out.csv" cannot be written: ENOENT/,
  ],
  [
    ['compare', ...SIDES, '--csv', path.join(PROJECT, 'package.json'), 'url'],
    /package.json" exists; name another file, or pass --force/,
  ],
  [['compare', ...SIDES, '--decide', 'url'], /--decide needs a verdict to settle: give --max-regression/],
  [['compare', ...SIDES, '--max-runs', '50', 'url'], /--max-runs is for --decide, which is not given/],
  [
    ['compare', ...SIDES, '--decide', '--max-regression', '5', '--max-runs', '20', 'url'],
    /--max-runs 20 is below --runs 30/,
  ],
  [['compare', ...SIDES, '--duet', '--cpuset', '0', 'url'], /--duet .* needs two/],
  [['compare', ...SIDES, '--cpuset', ' 0', 'url'], /--cpuset expects a list without blanks/],
  [['compare', ...SIDES, '--resume', PROJECT, 'url'], /--resume: .* is a folder/],
  [
    ['compare', ...SIDES, '--csv', 'never.x', '--memory-series', './never.x', 'url'],
    /--csv and --memory-series name the same file/,
  ],
  [['compare', ...SIDES, '--duet', '--test', 'welch', 'url'], /--duet .* cannot be given with --test welch/],
  [['compare', ...SIDES, '--undecided', 'fail', 'url'], /--undecided fail needs a gate/],
  [['analyze', '--undecided', 'fail', 'x.csv'], /--undecided fail needs a gate/],
  [['compare', ...SIDES, '--max-regression', '1000', 'url'], /--max-regression .* below 100, got "1000"/],
  [['aa', '--comparisons', '0', 'url'], /--comparisons expects a positive whole number, got "0"/],
  [['run', '--node', '/bin/false', 'url'], /--node: "\/bin\/false" is not a Node\.js binary/],
  [['calibrate-n', '--runs', '6', 'url'], /--runs expects at least 7, got "6"/],
  [['calibrate-n', '--max-increases', '-1', 'url'], /--max-increases expects a whole number, got "-1"/],
  [['calibrate-n', '--increase', '1', 'url'], /--increase expects a number above 1, got "1"/],
  [['calibrate-n', '--set', 'n=10', 'url'], /--set n: n is what calibrate-n looks for; --start-n says/],
  [
    ['calibrate-n', '--root', path.join(FIXTURES, 'uneven'), 'category'],
    /category\/uneven\.js has no number n to calibrate \(it has kind\)/,
  ],
  [['run', '--filter', 'zzz', 'url'], /--filter and --exclude leave no benchmark of/],
];

for (const [args, message] of REFUSED) {
  test(`refused: ${args.join(' ').replaceAll(NODE, 'node').replaceAll(PROJECT, '.')}`, async () => {
    const { code, stdout, stderr } = await corebench(args);
    assert.equal(code, 3, stderr);
    assert.equal(stdout, '');
    assert.match(stderr, message);
    assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
  });
}

test('--csv is refused before anything is measured, and leaves no file behind', async () => {
  const csv = path.join(folder, 'never.csv');
  await corebench(['compare', ...SIDES, '--csv', csv, '--set', 'nothing=1', 'url']);
  assert.equal(existsSync(csv), false);
});

test('help of every tool goes to stdout with exit code 0 and names the options and an example', async () => {
  const { stdout: overview, code } = await corebench(['--help']);
  assert.equal(code, 0);
  const tools = [...overview.matchAll(/^ {2}(\w[\w-]*) {2,}\S/gm)].map((match) => match[1]!);
  assert.ok(tools.includes('compare') && tools.includes('run'), overview);
  for (const tool of tools) {
    const help = await corebench([tool, '--help']);
    assert.equal(help.code, 0, help.stderr);
    assert.equal(help.stderr, '');
    assert.match(help.stdout, /Options:[\s\S]*\nExample: .*\n {2}corebench /);
  }
});

test('the version is that of the package', async () => {
  const { stdout, code } = await corebench(['--version']);
  assert.equal(code, 0);
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
});

test('a tool that does not exist, or none, is an error that names the tools', async () => {
  assert.match((await corebench(['compre'])).stderr, /there is no tool "compre"; did you mean compare\?/);
  const { code, stderr } = await corebench([]);
  assert.equal(code, 3);
  assert.match(stderr, /no tool was named; expected one of compare/);
});

test('help of a tool is the same by either way, and completion knows tools and options', async () => {
  assert.equal((await corebench(['help', 'run'])).stdout, (await corebench(['run', '--help'])).stdout);
  const asked = ['--get-yargs-completions', 'corebench'];
  assert.match((await corebench([...asked, 'com'])).stdout, /^compare$/m);
  assert.match((await corebench([...asked, 'compare', '--max'])).stdout, /^--max-regression$/m);
  assert.match((await corebench(['completion'])).stdout, /corebench-completions/);
});

test('a file that cannot be written is found before any benchmark is started', async () => {
  const root = path.join(folder, 'root');
  const mark = path.join(folder, 'started');
  mkdirSync(path.join(root, 'some'), { recursive: true });
  writeFileSync(path.join(root, 'some', 'a.js'), `require('fs').writeFileSync(${JSON.stringify(mark)}, '')`);
  for (const option of ['--csv', '--memory-series', '--record']) {
    const args = ['compare', ...SIDES, '--root', root, option, path.join(PROJECT, 'package.json'), 'some'];
    const { code, stderr } = await corebench(args);
    assert.equal(code, 3);
    assert.match(stderr, /exists; name another file/);
  }
  assert.equal(existsSync(mark), false);
});
