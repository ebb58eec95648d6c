import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ForkExecutor } from '../../tools/execute/fork-executor';
import type { MemoryOptions } from '../../tools/execute/sampled-memory';
import { memorySupport } from '../../tools/memory';
import type { Job } from '../../tools/model/job';
import type { Outcome, Sample } from '../../tools/model/sample';
import { FIXTURES } from '../support/paths';

const skip = memorySupport()?.message;
const NEVER = new AbortController().signal;
// What is left behind is looked for in a temporary folder that nothing else uses.
const folder = mkdtempSync(path.join(tmpdir(), 'corebench-sampled-'));
const usual = process.env['TMPDIR'];
process.env['TMPDIR'] = folder;
after(() => {
  if (usual === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = usual;
  rmSync(folder, { recursive: true });
});

interface RunOptions {
  readonly memory?: MemoryOptions | null;
  readonly arguments?: readonly string[];
  readonly binary?: string;
  readonly signal?: AbortSignal;
  readonly timeoutSeconds?: number;
}

function run(file: string, options: RunOptions = {}): Promise<Outcome> {
  const executor = new ForkExecutor({
    cpuset: null,
    timeoutSeconds: options.timeoutSeconds ?? 60,
    showOutput: false,
    testMode: false,
    memory: options.memory === undefined ? { readIntervalMs: 5, keepSeries: true } : options.memory,
  });
  const job: Job = {
    benchmark: { filename: file, path: path.join(FIXTURES, file) },
    variant: { label: 'node', binary: options.binary ?? process.execPath, nodeArguments: [] },
    configuration: [],
    nodeArguments: [],
    arguments: options.arguments ?? ['n=1'],
    round: 1,
    order: 1,
  };
  return executor.run(job, options.signal ?? NEVER);
}

async function sampleOf(options: RunOptions = {}): Promise<Sample> {
  const outcome = await run('memory/held/hold.js', { arguments: ['mib=50'], ...options });
  assert.equal(outcome.kind, 'sample', JSON.stringify(outcome));
  return (outcome as Extract<Outcome, { kind: 'sample' }>).sample;
}

test('a sample has the peak that its process read of itself, the median of its tree, and its curve', {
  skip,
}, async () => {
  const { peakRssKib, peakMethod, treeRssKib, memory, series, exit } = await sampleOf();
  assert.equal(peakMethod, 'vmhwm');
  assert.equal(peakRssKib, exit!.vmHwmKib);
  assert.ok(memory!.ticks >= 3);
  assert.equal(treeRssKib, Math.max(memory!.treeRssKib, peakRssKib!));
  assert.deepEqual(
    series!.byProcess.map(({ label }) => label),
    ['memory/held/hold.js'],
  );
});

test('a process too short for three readings has the resident memory of its exit for its tree', {
  skip,
}, async () => {
  const { memory, treeRssKib, exit, series } = await sampleOf({
    memory: { readIntervalMs: 1e6, keepSeries: false },
  });
  assert.ok(memory!.ticks < 3);
  assert.equal(treeRssKib, exit!.vmHwmKib);
  assert.equal(series, undefined);
});

test('without memory a sample has none, but what the process said when it ended', async () => {
  const sample = await sampleOf({ memory: null });
  for (const field of ['peakRssKib', 'treeRssKib', 'peakMethod', 'memory', 'series'] as const) {
    assert.ok(!(field in sample), field);
  }
  for (const field of ['heapUsed', 'external', 'userMicros', 'minorFaults', 'involuntarySwitches'] as const) {
    assert.equal(typeof sample.exit![field], 'number');
  }
});

test('processes that end, fail, are killed, hang, are cut off or never start leave no timer, descriptor or file', {
  skip,
}, async () => {
  const cutOff = () => {
    const controller = new AbortController();
    globalThis.setImmediate(() => controller.abort());
    return run('faults/broken/hang.js', { signal: controller.signal });
  };
  const kinds = [
    () => run('memory/held/hold.js', { arguments: ['mib=0'] }),
    () => run('faults/broken/crash.js'),
    () => run('faults/broken/kill.js'),
    () => run('faults/broken/hang.js', { timeoutSeconds: 0.3 }),
    cutOff,
    () => run('faults/fine/good.js', { binary: '/nowhere/node' }),
  ];
  const alive = new Set<number>();
  let descriptors = 0;
  for (let round = 0; round < 2; round++) {
    const outcomes = [];
    for (const kind of kinds) outcomes.push((await kind()).kind);
    assert.deepEqual(outcomes, ['sample', ...Array<string>(5).fill('failure')]);
    for (let i = 0; i < 5; i++) await setImmediate();
    const open = readdirSync('/proc/self/fd').length;
    if (round > 0) assert.equal(open, descriptors);
    else {
      descriptors = open;
      createHook({
        init: (id, type) => type === 'Timeout' && alive.add(id),
        destroy: (id) => alive.delete(id),
      }).enable();
    }
  }
  assert.equal(alive.size, 0);
  assert.deepEqual(readdirSync(folder), []);
});
