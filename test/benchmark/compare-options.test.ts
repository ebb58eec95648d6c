import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aaTool } from '../../benchmark/aa';
import { compareTool } from '../../benchmark/compare';
import { type AnyTool, runTool } from '../../tools/cli/tool';
import { allowedCpuList, parseCpuList } from '../../tools/execute/cpuset';
import { white } from '../../tools/execute/noise';
import { testContext } from '../support/context';
import { type SimulationOptions, simulatedExecutor } from '../support/simulation';

const SIDES = ['--old', 'a', '--new', 'b'];
const REST = ['--no-chart', '--seed', '1', 'es/iteration.js'];

async function end(tool: AnyTool, args: readonly string[], simulation: SimulationOptions = {}) {
  const context = testContext(simulatedExecutor({ noise: [white(0.02)], ...simulation }));
  const code = await runTool(
    tool,
    [...args, ...REST.filter((arg) => tool !== aaTool || arg !== '--no-chart')],
    context,
  );
  return { code, stdout: context.stdout.text(), stderr: context.stderr.text() };
}

test('--power: a forecast on stderr after five rounds for the runs planned, and one with the report', async () => {
  const { code, stdout, stderr } = await end(compareTool, [
    ...SIDES,
    ...['--runs', '8', '--power', '--no-memory', '--test', 'paired'],
  ]);
  assert.equal(code, 0, stderr);
  const [early, late] = [stderr, stdout].map((text) => text.replaceAll(/\s+/g, ' '));
  assert.match(
    early!,
    /^After 5 of 8 rounds of es\/iteration\.js: .* 8 runs 16 32 .* from the noise of 5 rounds/,
  );
  assert.match(late!, /signed-rank test; samples: 8 old.* 8 runs 16 32 .* from the noise of 8 rounds/);
});

test('--power with a gate asks for more: one side, but at the level of Holm’s first step', async () => {
  const percent = async (...more: string[]) => {
    const args = [...SIDES, '--runs', '5', '--power', '--no-memory', ...more];
    const { stdout } = await end(compareTool, args, { count: 20 });
    return Number(/length=1 +([\d.]+) % +[\d.]+ % +[\d.]+ %\n/.exec(stdout)![1]);
  };
  assert.ok((await percent('--max-regression', '90')) > (await percent()));
});

test('--decide: settled configurations stop, the report says so, and what was saved is told', async () => {
  const { code, stdout, stderr } = await end(
    compareTool,
    [...SIDES, '--decide', '--max-regression', '5', '--runs', '30', '--no-memory'],
    { ratio: (job) => (job.configuration[1]![1] === 1 ? 0.8 : 1.1) },
  );
  assert.equal(code, 1, stderr);
  const [, made, saved] = /decided early: (\d+) runs were made, (\d+) of 120 were saved/.exec(stderr)!;
  assert.equal(Number(made) + Number(saved), 120);
  assert.ok(Number(saved) > 40, saved);
  assert.match(stdout.replaceAll('\n', ' '), /p and intervals hold at whichever of 10 looks a row stopped/);
});

const cpus = parseCpuList(allowedCpuList() ?? '0').length;
test('--duet is judged pair by pair', { skip: cpus < 2 && 'needs two CPUs' }, async () => {
  const { code, stdout, stderr } = await end(compareTool, [
    ...SIDES,
    ...['--duet', '--runs', '8', '--analyze', '--no-memory'],
  ]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /signed-rank test; samples: 8 old/);
});

test('aa: comparisons times runs, as text and as JSON', async () => {
  const args = ['--runs', '6', '--comparisons', '4'];
  const { code, stdout, stderr } = await end(aaTool, args, { count: 3 });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /12 comparisons of 6 runs a side/);
  const report = JSON.parse((await end(aaTool, [...args, '--json'], { count: 3 })).stdout);
  assert.deepEqual([report.runs, report.configurations.length, report.overall.comparisons], [6, 3, 12]);
});
