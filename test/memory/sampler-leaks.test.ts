import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { memorySupport, ProcSampler } from '../../tools/memory';

const skip = memorySupport()?.message;

/** One child under a sampler, as an executor runs it: whatever happens, the sampler is stopped. */
async function sample(command: string, args: readonly string[], killAfterMs?: number): Promise<void> {
  const child = spawn(command, args, { stdio: 'ignore' });
  const sampler = new ProcSampler({ pid: child.pid, readIntervalMs: 1, discoverIntervalMs: 1 });
  const timer =
    killAfterMs === undefined ? undefined : globalThis.setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  try {
    sampler.start();
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`exited with code ${code}`);
  } finally {
    clearTimeout(timer);
    sampler.stop();
  }
}

/** Lets the event loop close what has ended. */
async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) await setImmediate();
}

/** The timers that exist; process.getActiveResourcesInfo leaves out those that keep no process alive. */
function trackTimers(): Set<number> {
  const alive = new Set<number>();
  createHook({
    init: (id, type) => type === 'Timeout' && alive.add(id),
    destroy: (id) => alive.delete(id),
  }).enable();
  return alive;
}

test('200 children that end, fail, are killed, time out or cannot be spawned leave no timer and no descriptor', {
  skip,
}, async () => {
  const kinds = [
    () => sample('/bin/true', []),
    () => sample('/bin/false', []),
    () => sample('/bin/sh', ['-c', 'kill -9 $$']),
    () => sample('/bin/sleep', ['60'], 5),
    () => sample('/no/such/program', []),
  ];
  await Promise.allSettled(kinds.map((kind) => kind()));
  await settle();
  const descriptors = readdirSync('/proc/self/fd').length;
  const resources = process.getActiveResourcesInfo().sort();
  const timers = trackTimers();
  const outcomes = { fulfilled: 0, rejected: 0 };
  for (let i = 0; i < 200; i++) {
    const [outcome] = await Promise.allSettled([kinds[i % kinds.length]!()]);
    outcomes[outcome.status]++;
  }
  await settle();
  assert.deepEqual(outcomes, { fulfilled: 40, rejected: 160 });
  assert.equal(readdirSync('/proc/self/fd').length, descriptors);
  assert.deepEqual(process.getActiveResourcesInfo().sort(), resources);
  assert.equal(timers.size, 0);
});

test('the descriptors of a process are closed when it is gone, and those of the living at the stop', {
  skip,
}, async () => {
  const script = 'for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.02; done; echo done; read line';
  const child = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'pipe', 'ignore'] });
  const before = readdirSync('/proc/self/fd').length;
  const sampler = new ProcSampler({ pid: child.pid, readIntervalMs: 1, discoverIntervalMs: 1 });
  sampler.start();
  try {
    await once(child.stdout, 'data');
    // Two of the shell stay; those of a child are closed at the first reading after its end.
    for (let i = 0; i < 1000 && readdirSync('/proc/self/fd').length > before + 2; i++) await setTimeout(5);
    assert.equal(readdirSync('/proc/self/fd').length, before + 2);
    assert.ok(sampler.stop().series.byProcess.some(({ label }) => label === 'sleep'));
    assert.equal(readdirSync('/proc/self/fd').length, before);
  } finally {
    sampler.stop();
    child.stdin.end();
    await once(child, 'exit');
  }
});

test('a sampler that nobody stops does not keep the process alive', { skip }, async () => {
  const program = `
    const { ProcSampler } = require(${JSON.stringify(require.resolve('../../tools/memory'))});
    new ProcSampler({ pid: process.pid, readIntervalMs: 1 }).start();`;
  const child = spawn(process.execPath, ['-e', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 20_000,
  });
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});
