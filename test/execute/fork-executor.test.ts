import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { allowedCpuList, parseCpuList } from '../../tools/execute/cpuset';
import { ForkExecutor, type ForkExecutorOptions } from '../../tools/execute/fork-executor';
import type { Job, Variant } from '../../tools/model/job';
import type { Failure, Outcome } from '../../tools/model/sample';
import { FIXTURES, nodeOfMajor, skipWithout } from '../support/paths';

const NEVER = new AbortController().signal;
const folder = mkdtempSync(path.join(tmpdir(), 'corebench-executor-'));
after(() => rmSync(folder, { recursive: true }));

function variantOf(binary: string, ...nodeArguments: string[]): Variant {
  return { label: 'node', binary, nodeArguments };
}

function executorWith(options: Partial<ForkExecutorOptions> = {}): ForkExecutor {
  return new ForkExecutor({
    cpuset: null,
    timeoutSeconds: 60,
    showOutput: false,
    testMode: false,
    memory: null,
    ...options,
  });
}

/** Discovers a fixture, runs every configuration once and lets go. */
async function outcomes(
  file: string,
  options: { settings?: string[]; executor?: ForkExecutor; variant?: Variant; signal?: AbortSignal } = {},
): Promise<Outcome[]> {
  const {
    settings = [],
    executor = executorWith(),
    variant = variantOf(process.execPath),
    signal = NEVER,
  } = options;
  const benchmark = { filename: file, path: path.join(FIXTURES, file) };
  // With time enough: the time-outs that are tried here are those of jobs.
  const discovery = await executorWith().discover(benchmark, variant, settings, NEVER);
  assert.equal(discovery.failure, null, discovery.failure?.stderr);
  const results: Outcome[] = [];
  for (const found of discovery.configurations) {
    const job: Job = { benchmark, variant, round: 1, order: 1, ...found };
    results.push(await executor.run(job, signal));
  }
  await discovery.release();
  return results;
}

async function failuresOf(file: string, executor?: ForkExecutor): Promise<Failure[]> {
  const results = await outcomes(file, executor === undefined ? {} : { executor });
  return results.map((outcome) => {
    assert.equal(outcome.kind, 'failure');
    return (outcome as { failure: Failure }).failure;
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A killed process is a zombie until its parent, init by then, has asked for it.
  return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
}

async function untilDead(pids: number[]): Promise<void> {
  for (let attempts = 0; attempts < 100; attempts++) {
    if (pids.every((pid) => !isAlive(pid))) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`still alive: ${pids.filter(isAlive)}`);
}

test("configurations come from the root pass of either harness, and their samples carry the values' own types", async () => {
  for (const tree of ['core-style', 'other-harness']) {
    const results = await outcomes(`${tree}/strings/join.js`, { settings: ['n=100', 'separator=1'] });
    const samples = results.map((outcome) => {
      assert.equal(outcome.kind, 'sample', JSON.stringify(outcome));
      return (outcome as Extract<Outcome, { kind: 'sample' }>).sample;
    });
    assert.deepEqual(
      samples.map(({ configuration }) => configuration),
      [
        [
          ['n', 100],
          ['separator', '1'],
          ['length', 64],
        ],
      ],
      tree,
    );
    assert.ok(samples[0]!.rate > 0 && Math.abs(samples[0]!.rate * samples[0]!.time - 100) < 1e-3);
    assert.ok(samples[0]!.exit!.heapUsed > 1e5);
  }
});

test('a benchmark in an ES module is discovered and run', async () => {
  const [outcome] = await outcomes('executor/category/module.mjs');
  assert.equal(outcome!.kind, 'sample', JSON.stringify(outcome));
});

test('children and workers of a benchmark see nothing of the preload', async () => {
  const [outcome] = await outcomes('executor/category/inherit.js');
  assert.equal(outcome!.kind, 'sample', JSON.stringify(outcome));
});

test('what is measured sends its report without an IPC channel, by the ways of process.send', async () => {
  const [outcome] = await outcomes('executor/category/channel.js');
  assert.equal(outcome!.kind, 'sample', JSON.stringify(outcome));
});

test('what setup makes stays until the root process is let go, and goes with it', async () => {
  const made = path.join(folder, 'made-by-setup');
  const results = await outcomes('executor/category/setup.js', { settings: [`folder=${made}`] });
  assert.deepEqual(
    results.map(({ kind }) => kind),
    ['sample', 'sample'],
    JSON.stringify(results),
  );
  assert.equal(existsSync(made), false);
});

test('node arguments are those of the benchmark, then those of the variant', async () => {
  const variant = variantOf(process.execPath, '--max-lazy');
  const benchmark = { filename: 'x', path: path.join(FIXTURES, 'core-style/strings/join.js') };
  const { configurations, release } = await executorWith().discover(benchmark, variant, [], NEVER);
  await release();
  assert.deepEqual(configurations[0]!.nodeArguments, ['--expose-gc', '--max-lazy']);
});

test('every way a process can fail is a failure with its reason and the command that repeats it', async () => {
  const reasons: [file: string, reason: string][] = [
    ['crash', 'exited with code 3'],
    ['kill', 'was killed by SIGKILL'],
    ['silent', 'reported no rate'],
    ['zero', 'reported a rate of 0, expected a finite positive number'],
    ['nan', 'reported a rate of NaN or infinity, expected a finite positive number'],
    ['twice', 'reported 2 rates, expected one'],
  ];
  for (const [file, reason] of reasons) {
    const [failure] = await failuresOf(`faults/broken/${file}.js`);
    assert.equal(failure!.reason, reason);
    assert.ok(failure!.command.endsWith(`broken/${file}.js n=1`), failure!.command);
    assert.match(failure!.command, /^NODE_RUN_BENCHMARK_FN= /);
  }
});

test('a failure carries the end of what the process wrote to stderr', async () => {
  const [failure] = await failuresOf('faults/broken/throw.js');
  assert.match(failure!.stderr, /Error: this benchmark is broken on purpose/);
});

test('a process that hangs is ended after the time-out', async () => {
  const [failure] = await failuresOf('faults/broken/hang.js', executorWith({ timeoutSeconds: 0.5 }));
  assert.equal(failure!.reason, 'timed out after 0.5 s');
});

test('a binary that cannot be started is a failure', async () => {
  const benchmark = { filename: 'x', path: path.join(FIXTURES, 'core-style/strings/join.js') };
  const { failure } = await executorWith().discover(benchmark, variantOf('/nowhere/node'), [], NEVER);
  assert.match(failure!.reason, /could not be started: .*ENOENT/);
});

test('a root pass that fails, and a file that is no benchmark, are failures', async () => {
  const discover = async (file: string) => {
    const benchmark = { filename: file, path: path.join(FIXTURES, 'executor/category', file) };
    return (await executorWith().discover(benchmark, variantOf(process.execPath), [], NEVER)).failure!;
  };
  const failed = await discover('failing-setup.js');
  assert.equal(failed.reason, 'exited with code 1');
  assert.match(failed.stderr, /setup cannot find its data/);
  assert.match((await discover('none.js')).reason, /declared no configuration/);
});

test('nothing is left of a process that leaves a child, hangs against SIGTERM, or aborts', {
  skip: process.platform !== 'linux' && 'reads /proc',
}, async () => {
  const pidfile = path.join(folder, 'pids');
  const results = await outcomes('executor/category/family.js', {
    settings: [`pidfile=${pidfile}`, 'mode=leave'],
  });
  assert.equal(results[0]!.kind, 'sample');
  await untilDead(readFileSync(pidfile, 'utf8').split(' ').map(Number));
  for (const [mode, reason] of [
    ['crash', /was killed by SIGABRT/],
    ['hang', /timed out/],
  ] as const) {
    const [outcome] = await outcomes('executor/category/family.js', {
      settings: [`pidfile=${pidfile}`, `mode=${mode}`],
      executor: executorWith({ timeoutSeconds: 1 }),
    });
    assert.equal(outcome!.kind, 'failure');
    assert.match((outcome as { failure: Failure }).failure.reason, reason);
    await untilDead(readFileSync(pidfile, 'utf8').split(' ').map(Number));
  }
});

test('an abort ends the running process', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 300);
  const [outcome] = await outcomes('faults/broken/hang.js', { signal: controller.signal });
  assert.equal(outcome!.kind, 'failure');
});

const cpus = parseCpuList(allowedCpuList() ?? '0');
test('a CPU set pins the process', { skip: allowedCpuList() === null && 'no /proc' }, async () => {
  const cpu = String(cpus[cpus.length - 1]);
  const [outcome] = await outcomes('executor/category/affinity.js', {
    settings: [`expected=${cpu}`],
    executor: executorWith({ cpuset: cpu }),
  });
  assert.equal(outcome!.kind, 'sample', JSON.stringify(outcome));
});

test('a seed for the environment pads its block, and the benchmark does not see it', {
  skip: allowedCpuList() === null && 'no /proc',
}, async () => {
  for (const [padded, environmentSeed] of [
    ['yes', '1'],
    ['no', null],
  ] as const) {
    const [outcome] = await outcomes('executor/category/environment.js', {
      settings: [`padded=${padded}`],
      executor: executorWith({ environmentSeed }),
    });
    assert.equal(outcome!.kind, 'sample', JSON.stringify(outcome));
  }
});

for (const major of [14, 22, 26]) {
  test(`Node ${major} is discovered and measured`, { skip: skipWithout(major) }, async () => {
    const results = await outcomes('core-style/strings/join.js', {
      settings: ['n=100'],
      variant: variantOf(nodeOfMajor(major)!),
    });
    assert.equal(results.length, 3);
    for (const outcome of results) {
      assert.equal(outcome.kind, 'sample', JSON.stringify(outcome));
      if (outcome.kind === 'sample' && process.platform === 'linux')
        assert.ok(outcome.sample.exit!.vmHwmKib > 20_000);
    }
  });
}
