import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, before, test } from 'node:test';
import { analyzeTool } from '../../benchmark/analyze';
import { exportTool } from '../../benchmark/export';
import { importTool } from '../../benchmark/import';
import { mergeTool } from '../../benchmark/merge';
import { runTool, type Tool } from '../../tools/cli/tool';
import { white } from '../../tools/execute/noise';
import { testContext } from '../support/context';
import { DIST, FIXTURES } from '../support/paths';
import { jobSeededExecutor, simulatedCompare } from '../support/recorded-run';

const folder = mkdtempSync(path.join(tmpdir(), 'corebench-kept-'));
after(() => rmSync(folder, { recursive: true }));
const inFolder = (name: string) => path.join(folder, name);
const FILE = path.join(FIXTURES, 'core-style', 'strings', 'join.js');
const RUN = [
  '--old',
  '/nowhere/old',
  '--new',
  '/nowhere/new',
  '--runs',
  '4',
  '--seed',
  '1',
  '--no-memory',
  FILE,
];
const executor = () => jobSeededExecutor({ seed: 3, count: 2, noise: [white(0.03)] });
const [recording, csv] = [inFolder('run.jsonl'), inFolder('run.csv')];
let text = '';
let lines: string[] = [];

before(async () => {
  const { code, stderr } = await simulatedCompare(['--record', recording, '--csv', csv, ...RUN], executor());
  assert.equal(code, 0, stderr);
  text = readFileSync(recording, 'utf8');
  lines = text.trimEnd().split('\n');
});

// biome-ignore lint/suspicious/noExplicitAny: a tool of any options
async function run(tool: Tool<any>, args: readonly string[]) {
  const context = testContext(executor());
  const code = await runTool(tool, args, context);
  return { code, stdout: context.stdout.text(), stderr: context.stderr.text() };
}

function written(name: string, content: string | Uint8Array): string {
  writeFileSync(inFolder(name), content);
  return inFolder(name);
}

test('an output that is the input, by whatever name, is refused and the input is as it was', async () => {
  linkSync(recording, inFolder('hard.jsonl'));
  symlinkSync(recording, inFolder('soft.jsonl'));
  for (const name of [recording, inFolder('hard.jsonl'), inFolder('soft.jsonl')]) {
    for (const [tool, option] of [
      [mergeTool, '--record'],
      [exportTool, '--csv'],
      [importTool, '--record'],
    ] as const) {
      const { code, stderr } = await run(tool, ['--force', option, name, recording]);
      assert.equal(code, 3);
      assert.match(stderr, /is the file that is read; name another file/);
      assert.equal(readFileSync(recording, 'utf8'), text);
    }
  }
});

test('two outputs of a run that are one file are refused, by links too', async () => {
  const target = written('target.csv', 'kept\n');
  linkSync(target, inFolder('target-2.csv'));
  const args = ['--force', '--csv', target, '--record', inFolder('target-2.csv'), ...RUN];
  const { code, stderr } = await simulatedCompare(args, executor());
  assert.equal(code, 3);
  assert.match(stderr, /--csv and --record name the same file/);
  assert.equal(readFileSync(target, 'utf8'), 'kept\n');
});

test('merge and export read a pipe once and whole', () => {
  const shell = (line: string) =>
    execFileSync('bash', ['-c', line, 'bash', process.execPath, path.join(DIST, 'benchmark'), recording], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  shell('"$1" "$2/merge.js" --record piped.jsonl <(cat "$3")');
  assert.equal(readFileSync(inFolder('piped.jsonl'), 'utf8'), text);
  assert.equal(shell('cat "$3" | "$1" "$2/export.js" /dev/stdin'), readFileSync(csv, 'utf8'));
});

test('what fails leaves nothing of its output, and what was there as it was', async () => {
  const broken = written(
    'broken.jsonl',
    [...lines.slice(0, 4), '{"type":"sample"}', ...lines.slice(4), ''].join('\n'),
  );
  const kept = written('kept.txt', 'kept\n');
  for (const [tool, option] of [
    [exportTool, '--csv'],
    [mergeTool, '--record'],
  ] as const) {
    assert.equal((await run(tool, [option, inFolder('none.out'), broken])).code, 3);
    assert.equal((await run(tool, ['--force', option, kept, broken])).code, 3);
  }
  assert.equal(readFileSync(kept, 'utf8'), 'kept\n');
  assert.deepEqual(
    readdirSync(folder).filter((name) => /none\.out|\.tmp/.test(name)),
    [],
  );
});

test('--resume of what is no recording is refused and the file left as it was', async () => {
  for (const content of [
    'notes without an end',
    'notes\nsecond line',
    readFileSync(csv, 'utf8'),
    '{"a":1}\n{',
  ]) {
    const file = written('notes.txt', content);
    const { code, stderr } = await simulatedCompare(['--resume', file, ...RUN], executor());
    assert.equal(code, 3);
    assert.match(stderr, /is no recording; it was left as it is/);
    assert.equal(readFileSync(file, 'utf8'), content);
  }
});

test('a recording that breaks off inside its header is named so by every reader', async () => {
  for (const content of ['{', lines[0]!.slice(0, 200)]) {
    const file = written('headless.jsonl', content);
    for (const [tool, args] of [
      [analyzeTool, []],
      [exportTool, []],
      [mergeTool, ['--record', inFolder('none.jsonl')]],
    ] as const) {
      const { code, stderr } = await run(tool, [...args, file]);
      assert.equal(code, 3);
      assert.match(stderr, /headless\.jsonl: breaks off inside its header/);
    }
  }
});

test('a complete recording with a sample missing, or one twice, is no pass', async () => {
  const gate = ['--max-regression', '50'];
  assert.equal((await run(analyzeTool, [...gate, recording])).code, 0);
  const missing = written(
    'missing.jsonl',
    lines
      .filter((_, at) => at !== 5)
      .concat('')
      .join('\n'),
  );
  const short = await run(analyzeTool, [...gate, missing]);
  assert.equal(short.code, 3);
  assert.match(short.stderr, /says that it is complete with 16 samples, and has 15 \[samples-missing\]/);
  const twice = written('twice.jsonl', [...lines.slice(0, 6), lines[5]!, ...lines.slice(6), ''].join('\n'));
  const double = await run(analyzeTool, [...gate, twice]);
  assert.equal(double.code, 3);
  assert.match(double.stderr, /is there twice or out of order/);
});

test('the same file given twice is an error, by links too', async () => {
  linkSync(csv, inFolder('again.csv'));
  assert.match((await run(analyzeTool, [csv, csv])).stderr, /run\.csv is the same file as/);
  assert.match(
    (await run(analyzeTool, [csv, inFolder('again.csv')])).stderr,
    /again\.csv is the same file as/,
  );
  assert.match(
    (await run(mergeTool, ['--record', inFolder('m.jsonl'), recording, recording])).stderr,
    /is the same recording as/,
  );
});

test('malformed headers and lines are one clear line with their place', async () => {
  const header = JSON.parse(lines[0]!) as Record<string, unknown>;
  const sample = JSON.parse(lines[1]!) as Record<string, unknown>;
  const headers: Record<string, unknown>[] = [
    { tool: 'constructor' },
    { shard: { index: 1, count: 2e9 } },
    { plan: {} },
    { plan: { benchmarks: [null], unpaired: [] } },
    { variants: [null] },
    { variants: {} },
    { settings: null },
    { environment: 3 },
    { version: '1' },
  ];
  for (const change of headers) {
    const file = written(
      'header.jsonl',
      [JSON.stringify({ ...header, ...change }), ...lines.slice(1), ''].join('\n'),
    );
    const { code, stderr } = await run(analyzeTool, [file]);
    assert.equal(code, 3);
    assert.match(stderr, /^[^\n]*header\.jsonl:1: the header [^\n]*\n[^\n]*$/, JSON.stringify(change));
  }
  const wrong = [
    { ...sample, configuration: [3] },
    { ...sample, configuration: [['a', null]] },
    { ...sample, rate: 'x' },
    { type: 'failure' },
    { type: 'end', complete: 1 },
  ];
  for (const line of wrong) {
    const file = written('line.jsonl', [lines[0], JSON.stringify(line), ...lines.slice(1), ''].join('\n'));
    const { code, stderr } = await run(analyzeTool, [file]);
    assert.equal(code, 3);
    assert.match(stderr, /line\.jsonl:2: /, JSON.stringify(line));
    assert.doesNotMatch(stderr, /\n +at /);
  }
});

test('a CSV that has a sample more than its recording is cut back to it when the run is resumed', async () => {
  const table = readFileSync(csv, 'utf8').trimEnd().split('\n');
  for (const kept of [0, 7]) {
    const ahead = written(
      'ahead.jsonl',
      lines
        .slice(0, 1 + kept)
        .concat('')
        .join('\n'),
    );
    const row = table[1 + kept]!.replace(/,\d[\d.]*,/, ',1.5,');
    const file = written(
      'ahead.csv',
      table
        .slice(0, 1 + kept)
        .concat(row, '')
        .join('\n'),
    );
    const { code, stderr } = await simulatedCompare(['--resume', ahead, '--csv', file, ...RUN], executor());
    assert.equal(code, 0, stderr);
    assert.equal(readFileSync(file, 'utf8'), readFileSync(csv, 'utf8'));
  }
});

test('a CSV in UTF-16 is named so', async () => {
  const file = written('wide.csv', Buffer.from(`\ufeff${readFileSync(csv, 'utf8')}`, 'utf16le'));
  const { code, stderr } = await run(analyzeTool, [file]);
  assert.equal(code, 3);
  assert.match(stderr, /wide\.csv is written in UTF-16; expected UTF-8/);
});
