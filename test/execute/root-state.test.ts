import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { ForkExecutor } from '../../tools/execute/fork-executor';
import type { Job, Variant } from '../../tools/model/job';
import type { Outcome } from '../../tools/model/sample';
import { corebench } from '../support/corebench';
import { FIXTURES, nodeOfMajor, skipWithout } from '../support/paths';

const NEVER = new AbortController().signal;
const folder = mkdtempSync(path.join(tmpdir(), 'corebench-state-'));
after(() => rmSync(folder, { recursive: true }));
process.env['STATE_GONE'] = 'still there';

async function outcomesOf(file: string, settings: string[], binary = process.execPath): Promise<Outcome[]> {
  const executor = new ForkExecutor({ cpuset: null, timeoutSeconds: 60, memory: null });
  const variant: Variant = { label: 'node', binary, nodeArguments: [] };
  const benchmark = { filename: file, path: path.join(FIXTURES, file) };
  const discovery = await executor.discover(benchmark, variant, settings, NEVER);
  assert.equal(discovery.failure, null, discovery.failure?.stderr);
  const results: Outcome[] = [];
  for (const found of discovery.configurations) {
    const job: Job = { benchmark, variant, round: 1, order: 1, ...found };
    results.push(await executor.run(job, NEVER));
  }
  await discovery.release();
  return results;
}

for (const file of ['executor/category/root-state.js', 'other-harness/state/root-state.js']) {
  test(`a process has variables, folder, umask and priority of its root pass: ${file}`, async () => {
    const before = [process.cwd(), process.umask()];
    const [outcome] = await outcomesOf(file, [`folder=${folder}`]);
    assert.equal(outcome!.kind, 'sample', JSON.stringify(outcome));
    assert.deepEqual([process.cwd(), process.umask()], before);
  });
}

test('Node 14 hands its root state on too', { skip: skipWithout(14) }, async () => {
  const [outcome] = await outcomesOf(
    'executor/category/root-state.js',
    [`folder=${folder}`],
    nodeOfMajor(14)!,
  );
  assert.equal(outcome!.kind, 'sample', JSON.stringify(outcome));
});

for (const [tool, ...options] of [
  ['run'],
  ['compare', '--old', process.execPath, '--new', process.execPath, '--runs', '1'],
  ['scatter', '--runs', '1'],
]) {
  test(`the root state reaches the processes of ${tool}`, async () => {
    const file = path.join(FIXTURES, 'executor/category/root-state.js');
    const { code, stderr } = await corebench([tool!, ...options, '--set', `folder=${folder}`, file]);
    assert.equal(code, 0, stderr);
  });
}

test('a failure says how to repeat it with the state of its root pass', async () => {
  const [outcome] = await outcomesOf('executor/category/failing-state.js', []);
  assert.equal(outcome!.kind, 'failure');
  const { command } = (outcome as Extract<Outcome, { kind: 'failure' }>).failure;
  assert.match(
    command,
    /^cd \S+ && umask 77 && unset STATE_GONE; STATE_PORT='47 11' NODE_RUN_BENCHMARK_FN= /,
  );
});

test('what a benchmark takes in its own exit handlers belongs to its peak', {
  skip: process.platform !== 'linux' && 'reads /proc',
}, async () => {
  const results = await outcomesOf('executor/category/exit-handlers.js', []);
  assert.equal(results.length, 3);
  for (const outcome of results) {
    assert.equal(outcome.kind, 'sample', JSON.stringify(outcome));
    const { exit, configuration } = (outcome as Extract<Outcome, { kind: 'sample' }>).sample;
    assert.ok(exit!.vmHwmKib > 200 * 1024, `${configuration}: ${exit!.vmHwmKib}`);
  }
});
