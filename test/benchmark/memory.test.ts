import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { compareTool } from '../../benchmark/compare';
import { memoryTool } from '../../benchmark/memory';
import { runTool } from '../../benchmark/run';
import { scatterTool } from '../../benchmark/scatter';
import { type AnyTool, runTool as runToolOf } from '../../tools/cli/tool';
import type { ForkExecutorOptions } from '../../tools/execute/fork-executor';
import { memorySupport } from '../../tools/memory';
import { parseSeriesFile } from '../../tools/memory/series-file';
import { type TestContext, testContext } from '../support/context';
import { corebench } from '../support/corebench';
import { FIXTURES } from '../support/paths';
import { type SimulationOptions, simulatedExecutor } from '../support/simulation';

const folder = mkdtempSync(path.join(tmpdir(), 'corebench-memory-'));
after(() => rmSync(folder, { recursive: true }));

const NODE = process.execPath;
const skip = memorySupport()?.message;
const TREE = ['--root', path.join(FIXTURES, 'memory')];
const SIDES = ['--old', NODE, '--new', NODE];
const SIMULATED = ['--root', path.join(FIXTURES, 'core-style'), '--seed', '1', 'strings/join.js'];
const NO_PROC = { code: 'memory-unavailable', message: 'memory is not measured: there is no /proc' };

/** Runs a tool on a simulated machine; `new` has 20 % more peak RSS than `old`. */
async function simulate(
  tool: AnyTool,
  args: readonly string[],
  parts: Partial<TestContext> = {},
  simulation: SimulationOptions = {},
) {
  const executor = simulatedExecutor({
    count: 1,
    memory: (job, random) => ({
      peakRssKib: Math.round((job.variant.label === 'new' ? 48000 : 40000) * (1 + 0.01 * random.normal())),
      treeRssKib: 30000,
      peakMethod: 'vmhwm',
    }),
    ...simulation,
  });
  const asked: ForkExecutorOptions[] = [];
  const createExecutor = async (options: ForkExecutorOptions) => {
    asked.push(options);
    return executor;
  };
  const context = testContext(executor, { createExecutor, ...parts });
  const code = await runToolOf(tool, args, context);
  return { code, stdout: context.stdout.text(), stderr: context.stderr.text(), asked: asked[0] };
}

const headerOf = (csv: string) => csv.slice(0, csv.indexOf('\n')).replaceAll('"', '').split(',');
const MEMORY = ['peak_rss_kib', 'tree_rss_kib', 'peak_rss_method'];

test('compare, run and scatter have the columns of memory unless told otherwise', async () => {
  const tools: [AnyTool, string[]][] = [
    [compareTool, [...SIDES, '--runs', '2', ...SIMULATED]],
    [runTool, ['--format', 'csv', ...SIMULATED.filter((word) => word !== '--seed' && word !== '1')]],
    [scatterTool, ['--runs', '2', ...SIMULATED]],
  ];
  for (const [tool, args] of tools) {
    const measured = await simulate(tool, [...args, '--memory-interval', '20']);
    assert.equal(measured.code, 0, measured.stderr);
    const names = headerOf(measured.stdout);
    assert.deepEqual(names.slice(names.indexOf('time') + 1).slice(0, 3), MEMORY);
    assert.match(measured.stdout, /,[34]\d{4},30000,"vmhwm"/);
    assert.deepEqual(measured.asked!.memory, { readIntervalMs: 20, keepSeries: false });
    const without = await simulate(tool, [...args, '--no-memory']);
    assert.deepEqual(
      headerOf(without.stdout),
      names.filter((name) => !MEMORY.includes(name)),
    );
    assert.equal(without.asked!.memory, null);
  }
});

test('without /proc: one warning, empty columns, the same exit code', async () => {
  const args = [...SIDES, '--runs', '3', ...SIMULATED];
  const result = await simulate(compareTool, args, { memorySupport: () => NO_PROC }, { memory: () => ({}) });
  assert.equal(result.code, 0);
  assert.equal(result.stderr.match(/memory/g)!.length, 2, result.stderr);
  assert.match(
    result.stderr,
    /^warning: memory is not measured: there is no \/proc \[memory-unavailable\]$/m,
  );
  assert.equal(result.asked!.memory, null);
  const names = headerOf(result.stdout);
  for (const row of result.stdout.trimEnd().split('\n').slice(1)) {
    const cells = row.split(',').slice(-5);
    assert.deepEqual(cells.slice(0, 3), ['', '', '']);
  }
  assert.deepEqual(names.slice(-5, -2), MEMORY);
});

test('what needs memory is refused before anything runs when there is none', async () => {
  const file = path.join(folder, 'never.json');
  for (const [given, parts, message] of [
    [
      ['--max-memory-regression', '5'],
      { memorySupport: () => NO_PROC },
      /--max-memory-regression is not possible: memory is not/,
    ],
    [['--memory-series', file], { memorySupport: () => NO_PROC }, /--memory-series is not possible/],
    [
      ['--max-memory-regression', '5', '--no-memory'],
      {},
      /--max-memory-regression and --no-memory exclude each other/,
    ],
  ] as const) {
    const { code, stderr, asked } = await simulate(compareTool, [...SIDES, ...given, ...SIMULATED], parts);
    assert.equal(code, 3);
    assert.match(stderr, message);
    assert.equal(asked, undefined);
  }
  assert.ok(!readdirSync(folder).includes('never.json'));
});

test('the gate on memory decides the exit code, alone and beside that on rates', async () => {
  const code = async (...gates: string[]) => {
    const { code, stdout } = await simulate(compareTool, [...SIDES, '--runs', '8', ...gates, ...SIMULATED]);
    return { code, gates: stdout.match(/^(memory )?gate: \w+/gm) };
  };
  assert.deepEqual(await code('--max-memory-regression', '10'), { code: 1, gates: ['memory gate: failed'] });
  assert.deepEqual(await code('--max-memory-regression', '40'), { code: 0, gates: ['memory gate: passed'] });
  assert.deepEqual(await code('--max-memory-regression', '10', '--max-regression', '50'), {
    code: 1,
    gates: ['gate: passed', 'memory gate: failed'],
  });
});

test('saved samples give the same verdict on memory as the run did, and charts of it', async () => {
  const csv = path.join(folder, 'samples.csv');
  const args = [...SIDES, '--runs', '8', '--csv', csv, '--analyze', '--chart', 'both'];
  const gate = ['--max-memory-regression', '10'];
  const measured = await simulate(compareTool, [...args, ...gate, ...SIMULATED]);
  assert.equal(measured.code, 1);
  const { analyzeTool } = await import('../../benchmark/analyze.js');
  const analyzed = await simulate(analyzeTool, [...gate, '--chart', 'both', csv]);
  assert.equal(analyzed.code, 1);
  assert.equal(analyzed.stdout, measured.stdout);
  assert.match(analyzed.stdout, /● improvement in percent[\s\S]*● change of peak RSS in percent/);
  const charts = async (...chart: string[]) =>
    (await simulate(analyzeTool, [...chart, csv])).stdout.match(/● \w+/g) ?? [];
  assert.deepEqual(await charts('--chart', 'memory'), ['● change']);
  assert.deepEqual(await charts('--no-chart'), []);
  const without = path.join(folder, 'without.csv');
  await simulate(compareTool, [...SIDES, '--runs', '8', '--no-memory', '--csv', without, ...SIMULATED]);
  const refused = await simulate(analyzeTool, [...gate, without]);
  assert.equal(refused.code, 3);
  assert.match(refused.stderr, /--max-memory-regression: the samples have no peak RSS/);
});

test('a known allocation is measured to a MiB, whatever the driver itself holds', { skip }, async () => {
  for (const held of ['0', '600']) {
    const { code, stdout, stderr } = await corebench(
      [
        'run',
        '--format',
        'csv',
        ...TREE,
        '--runs',
        '3',
        ...[0, 50, 300, 1000].flatMap((mib) => ['--set', `mib=${mib}`]),
        'held/hold.js',
      ],
      {
        nodeArguments: ['--require', path.join(__dirname, '../support/hold-memory.js')],
        environment: { HOLD_MIB: held },
      },
    );
    assert.equal(code, 0, stderr);
    // The baseline itself varies by some hundred KiB from process to process: the middle of three runs counts.
    const runs = new Map<number, number[]>();
    for (const row of stdout.trimEnd().split('\n').slice(1)) {
      const [peak, , method] = row.split(',').slice(-3);
      assert.equal(method, '"vmhwm"');
      const size = Number(/mib=(\d+)/.exec(row)![1]);
      runs.set(size, [...(runs.get(size) ?? []), Number(peak)]);
    }
    const middle = (size: number) => runs.get(size)!.sort((a, b) => a - b)[1]!;
    for (const mib of [50, 300, 1000]) {
      const error = middle(mib) - middle(0) - mib * 1024;
      assert.ok(Math.abs(error) < 1024, `driver of ${held} MiB, ${mib} MiB: ${error} KiB off`);
    }
  }
});

test('a side that holds more is caught by the gate, and the same code on both sides is not', {
  skip,
}, async () => {
  const args = ['compare', ...SIDES, '--runs', '4', '--max-memory-regression', '10', '--no-chart', ...TREE];
  const more = await corebench([...args, '--new-arg', '--title=more', '--set', 'mib=100', 'held/hold.js']);
  assert.equal(more.code, 1, more.stdout);
  assert.match(
    more.stdout,
    /memory gate: failed, 1 of 1 configuration regressed by more than 10 % of peak\s+RSS/,
  );
  const same = await corebench([...args, '--undecided', 'fail', '--set', 'mib=100', 'held/hold.js']);
  assert.equal(same.code, 0, same.stdout);
});

test('the curve shows a child of 150 MiB that lives 120 ms, and the user is told of it', {
  skip,
}, async () => {
  const file = path.join(folder, 'child.json');
  const series = ['--memory-interval', '10', '--memory-series', file];
  const { code, stderr } = await corebench(['run', ...series, ...TREE, '--set', 'wait=100', 'held/child.js']);
  assert.equal(code, 0, stderr);
  assert.match(
    stderr,
    /held\/child\.js: in 1 run a child process reached at least \d+ KiB.*\[child-above-peak\]/,
  );
  const [curve] = parseSeriesFile(readFileSync(file, 'utf8'));
  const child = curve!.series.byProcess.find(({ label }) => label === 'node -e');
  assert.ok(Math.max(...child!.mib) >= 150, JSON.stringify(curve));
  const drawn = await simulate(memoryTool, [file]);
  assert.match(drawn.stdout, /^ {2}node -e .*▇/m);
  const again = await corebench(['run', '--memory-series', file, ...TREE, 'held/child.js']);
  assert.equal(again.code, 3);
  assert.match(again.stderr, /--memory-series: .* exists; name another file, or pass --force/);
});
