import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ExecuteOptions, execute } from '../../tools/execute/execute';
import type { SimulatedExecutor } from '../../tools/execute/simulated-executor';
import { makePlan } from '../../tools/plan/plan';
import { schedule } from '../../tools/plan/schedule';
import { BENCHMARK, NEW, OLD, simulatedExecutor } from '../support/simulation';

const NEVER = new AbortController().signal;

async function run(
  executor: SimulatedExecutor,
  options: Partial<ExecuteOptions> = {},
  runs = 4,
): Promise<string[]> {
  const plan = await makePlan(executor, [BENCHMARK], [OLD, NEW], [], NEVER);
  const blocks = schedule(plan, { runs, seed: '1', order: 'fixed', shuffleConfigurations: false });
  const log: string[] = [];
  for await (const step of execute(blocks, executor, { signal: NEVER, bail: false, ...options })) {
    log.push(`${step.kind} ${step.job.round} ${step.job.configuration[1]![1]} ${step.job.variant.label}`);
  }
  return log;
}

test('rounds are outermost and the two sides of a configuration run next to each other', async () => {
  assert.deepEqual(await run(simulatedExecutor(), {}, 2), [
    'sample 1 1 old',
    'sample 1 1 new',
    'sample 1 2 old',
    'sample 1 2 new',
    'sample 2 1 old',
    'sample 2 1 new',
    'sample 2 2 old',
    'sample 2 2 new',
  ]);
});

test('one failure costs one run; two in a row end the configuration, and only that one', async () => {
  const fault = (bad: (round: number) => boolean) =>
    simulatedExecutor({
      fault: ({ variant: { label }, configuration, round }) =>
        label === 'new' && configuration[1]![1] === 1 && bad(round) ? 'crash' : null,
    });
  const once = await run(fault((round) => round === 2));
  assert.equal(once.filter((line) => line.startsWith('sample')).length, 15);
  const lasting = await run(fault((round) => round >= 2));
  assert.deepEqual(
    lasting.filter((line) => !line.startsWith('sample')),
    ['failure 2 1 new', 'failure 3 1 new', 'skipped 4 1 old', 'skipped 4 1 new'],
  );
  assert.equal(lasting.filter((line) => line.startsWith('sample') && line.includes(' 2 ')).length >= 8, true);
});

test('--bail stops at the first failure', async () => {
  const executor = simulatedExecutor({ fault: ({ round }) => (round === 2 ? 'hang' : null) });
  const log = await run(executor, { bail: true });
  assert.equal(log.length, 5);
  assert.equal(log[4], 'failure 2 1 old');
});

test('an abort ends the run after the current job', async () => {
  const controller = new AbortController();
  let jobs = 0;
  const executor = simulatedExecutor({
    fault: () => {
      if (++jobs === 3) controller.abort();
      return null;
    },
  });
  assert.equal((await run(executor, { signal: controller.signal })).length, 3);
});

test('a benchmark is announced before its first and after its last job', async () => {
  const log: string[] = [];
  await run(simulatedExecutor(), {
    beforeBenchmark: async ({ filename }) => void log.push(`before ${filename}`),
    afterBenchmark: async ({ filename }) => void log.push(`after ${filename}`),
  });
  assert.deepEqual(log, [`before ${BENCHMARK.filename}`, `after ${BENCHMARK.filename}`]);
});
