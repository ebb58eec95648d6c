import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SimulatedExecutor } from '../../tools/execute/simulated-executor';
import type { Configuration } from '../../tools/model/configuration';
import type { Benchmark, Variant } from '../../tools/model/job';
import { makePlan, RootProcesses } from '../../tools/plan/plan';
import { parseSettings } from '../../tools/plan/settings';
import { BENCHMARK, NEW, OLD } from '../support/simulation';

const NEVER = new AbortController().signal;

function executorWith(
  configurations: (benchmark: Benchmark, variant: Variant) => Configuration[],
): SimulatedExecutor {
  return new SimulatedExecutor({ seed: 1, configurations, rate: () => 1, noise: [] });
}

test('configurations are joined as sets of keys; what one side lacks is listed', async () => {
  const executor = executorWith((_, { label }) =>
    label === 'old'
      ? [
          [
            ['n', 1],
            ['m', 2],
          ],
          [
            ['n', 9],
            ['m', 2],
          ],
        ]
      : [
          [
            ['m', 2],
            ['n', 1],
          ],
        ],
  );
  const plan = await makePlan(executor, [BENCHMARK], [OLD, NEW], [], NEVER);
  assert.deepEqual(
    plan.benchmarks[0]!.configurations.map(({ configuration }) => configuration),
    [
      [
        ['n', 1],
        ['m', 2],
      ],
    ],
  );
  assert.deepEqual(plan.benchmarks[0]!.configurations[0]!.arms[1]!.arguments, ['m=2', 'n=1']);
  assert.deepEqual(plan.unpaired, ['strings/join.js n=9 m=2: only in old']);
});

test('one program on both sides is asked once, one with other arguments again', async () => {
  const asked: string[] = [];
  const executor = executorWith((_, { label }) => {
    asked.push(label);
    return [[['n', 1]]];
  });
  const same = { ...NEW, binary: OLD.binary };
  const { benchmarks } = await makePlan(executor, [BENCHMARK], [OLD, same], [], NEVER);
  assert.deepEqual(asked, ['old']);
  assert.equal(benchmarks[0]!.configurations[0]!.arms.length, 2);
  await makePlan(executor, [BENCHMARK], [OLD, { ...same, nodeArguments: ['--no-opt'] }], [], NEVER);
  assert.deepEqual(asked, ['old', 'old', 'new']);
});

test('a setting of a variable that no benchmark has is refused with the variables there are', async () => {
  const executor = executorWith(() => [
    [
      ['n', 1],
      ['encoding', 'utf8'],
    ],
  ]);
  await assert.rejects(
    makePlan(executor, [BENCHMARK], [OLD], ['enconding=utf8'], NEVER),
    /no selected benchmark has a variable "enconding"; they have encoding, n/,
  );
});

test('a setting that leaves no configuration says so', async () => {
  const executor = executorWith(() => [[['n', 1]]]);
  await assert.rejects(
    makePlan(executor, [BENCHMARK], [OLD], ['n=5'], NEVER),
    /--set n=5 leaves no configuration/,
  );
});

test('settings are variable=value; the CPU set is not a variable', () => {
  assert.deepEqual(parseSettings(['n=1', 'CPUSET=0-2', 'url=a=b']), {
    variables: ['n=1', 'url=a=b'],
    cpuset: '0-2',
  });
  assert.throws(() => parseSettings(['n']), /"n" is not of the form variable=value/);
  assert.throws(() => parseSettings(['CPUSET=0', 'CPUSET=1']), /CPUSET is given twice/);
});

test('root processes with a setup stay until released; beyond a limit they are started again when their turn comes', async () => {
  const roots = new RootProcesses();
  const log: string[] = [];
  const benchmarks = Array.from(
    { length: 18 },
    (_, at): Benchmark => ({ filename: `a/${at}.js`, path: `/a/${at}.js` }),
  );
  const discovery = (name: string, hasSetup: boolean) => ({
    configurations: [],
    failure: null,
    hasSetup,
    release: async () => void log.push(`release ${name}`),
  });
  roots.keep(benchmarks[0]!, [discovery('plain', false)], async () => []);
  assert.deepEqual(log, ['release plain']);
  for (const benchmark of benchmarks.slice(1)) {
    roots.keep(benchmark, [discovery(benchmark.filename, true)], async () => [
      discovery(`${benchmark.filename} again`, true),
    ]);
  }
  assert.deepEqual(log, ['release plain', 'release a/17.js']);
  await roots.acquire(benchmarks[17]!);
  roots.release(benchmarks[17]!);
  roots.release(benchmarks[1]!);
  assert.deepEqual(log.slice(2), ['release a/17.js again', 'release a/1.js']);
  roots.releaseAll();
  assert.equal(log.length, 4 + 15);
});
