import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveDuet, withDuet } from '../../tools/cli/duet';
import { allowedCpuList, parseCpuList } from '../../tools/execute/cpuset';
import { splitCpus } from '../../tools/execute/duet';
import { execute } from '../../tools/execute/execute';
import type { Executor } from '../../tools/execute/executor';
import type { Job } from '../../tools/model/job';
import { makePlan } from '../../tools/plan/plan';
import { schedule } from '../../tools/plan/schedule';
import { BENCHMARK, NEW, OLD, simulatedExecutor } from '../support/simulation';

const NEVER = new AbortController().signal;

test('CPUs are split into disjoint halves of equal size, the CPUs of a core on one side', () => {
  const alone = (cpu: number) => cpu;
  assert.deepEqual(splitCpus([0, 1], alone), ['0', '1']);
  assert.deepEqual(splitCpus([0, 1, 2, 5, 7], alone), ['0,1', '2,5']);
  // CPUs 0 and 4, 1 and 5, … are one core each.
  assert.deepEqual(
    splitCpus([0, 1, 2, 3, 4, 5, 6, 7], (cpu) => cpu % 4),
    ['0,4,1,5', '2,6,3,7'],
  );
  assert.deepEqual(
    splitCpus([0, 1], () => 0),
    ['0', '1'],
  );
});

test('a single CPU is refused with what it is about, and so is an order that is no coin', () => {
  assert.throws(() => splitCpus([3], (cpu) => cpu), /--duet .* needs two, this process may use only CPU 3/);
  const given = { duet: true, test: 'welch', order: 'fixed' } as const;
  assert.throws(() => resolveDuet(given, '0,1'), /cannot be given with --order fixed/);
  assert.equal(resolveDuet({ ...given, duet: false }, '0'), undefined);
  assert.equal(withDuet(given).test, 'paired');
  const [first] = parseCpuList(allowedCpuList() ?? '0');
  assert.throws(() => resolveDuet({ ...given, order: 'random' }, String(first)), /it needs two/);
});

/** Runs six blocks, old and new together or not; what started and ended, in order, and the jobs. */
async function run(together: boolean): Promise<{ events: string[]; jobs: Job[] }> {
  const simulated = simulatedExecutor();
  const events: string[] = [];
  const jobs: Job[] = [];
  const executor: Executor = {
    discover: (benchmark, variant, settings) => simulated.discover(benchmark, variant, settings),
    async run(job) {
      events.push(`${job.round} start`);
      await new Promise((resolve) => setImmediate(resolve));
      events.push(`${job.round} end`);
      jobs.push(job);
      return simulated.run(job);
    },
  };
  const plan = await makePlan(executor, [BENCHMARK], [OLD, NEW], ['length=1'], NEVER);
  const options = { runs: 6, seed: '3', order: 'random', shuffleConfigurations: false } as const;
  const blocks = schedule(plan, { ...options, cpusets: ['0', '1'] });
  for await (const step of execute(blocks, executor, { signal: NEVER, bail: false, together })) {
    assert.equal(step.kind, 'sample');
  }
  return { events, jobs };
}

test('the two jobs of a block run at the same time, blocks one after another', async () => {
  const { events } = await run(true);
  const expected = [1, 2, 3, 4, 5, 6].flatMap((round) => [
    `${round} start`,
    `${round} start`,
    `${round} end`,
    `${round} end`,
  ]);
  assert.deepEqual(events, expected);
  assert.deepEqual((await run(false)).events.slice(0, 4), ['1 start', '1 end', '1 start', '1 end']);
});

test('each block uses both CPU sets, and a coin says which side gets which', async () => {
  const { jobs } = await run(true);
  const sides = new Set<string>();
  for (let round = 1; round <= 6; round++) {
    const block = jobs.filter((job) => job.round === round);
    assert.deepEqual(block.map(({ cpuset }) => cpuset).sort(), ['0', '1']);
    sides.add(block.find(({ variant }) => variant.label === 'old')!.cpuset!);
  }
  assert.equal(sides.size, 2);
});
