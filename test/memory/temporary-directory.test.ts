import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTemporaryDirectory } from '../../tools/memory';

test('a directory is removed with its files, and a second removal does no harm', () => {
  const directory = createTemporaryDirectory();
  writeFileSync(join(directory.path, 'file'), 'text');
  directory.remove();
  assert.equal(existsSync(directory.path), false);
  directory.remove();
});

test('no handler stays when all directories are removed', () => {
  const count = () => ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP'].map((event) => process.listenerCount(event));
  const before = count();
  const directories = [createTemporaryDirectory(), createTemporaryDirectory()];
  assert.notDeepEqual(count(), before);
  for (const { remove } of directories) remove();
  assert.deepEqual(count(), before);
});

/** A process that makes a directory, runs some more code and waits; answers the directory's path and how it ended. */
async function runUntil(code: string, signal?: NodeJS.Signals) {
  const program = `
    const { createTemporaryDirectory } = require(${JSON.stringify(require.resolve('../../tools/memory'))});
    const { path } = createTemporaryDirectory();
    require('node:fs').writeFileSync(path + '/file', 'text');
    require('node:fs').writeSync(1, path);
    process.stdin.resume();
    ${code}`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [path] = await once(child.stdout, 'data');
  if (signal) child.kill(signal);
  return { path: String(path), ended: await ended };
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`${signal} removes the directory and ends the process as it would have`, async () => {
    const { path, ended } = await runUntil('', signal);
    assert.equal(existsSync(path), false);
    assert.deepEqual(ended, [null, signal]);
  });
}

test('with a handler of the program, the signal comes once and ends it as the handler says', async () => {
  const { path, ended } = await runUntil(
    "let n = 0; process.on('SIGINT', () => { n++; setTimeout(() => process.exit(n === 1 ? 130 : 99), 20); });",
    'SIGINT',
  );
  assert.equal(existsSync(path), false);
  assert.deepEqual(ended, [130, null]);
});

test('an exit and an exception remove the directory', async () => {
  for (const [code, status] of [
    ['process.exit(0)', 0],
    ['process.stderr.write = () => true; process.on("uncaughtException", () => process.exit(3)); throw 1', 3],
  ] as const) {
    const { path, ended } = await runUntil(code);
    assert.equal(existsSync(path), false);
    assert.deepEqual(ended, [status, null]);
  }
});
