import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { MeasuredProcess } from '../../tools/execute/measured-process';

const MODULE = path.join(__dirname, '../../tools/execute/measured-process.js');

function started(program: string): { messages: unknown[]; measured: MeasuredProcess } {
  const messages: unknown[] = [];
  const measured = new MeasuredProcess({
    binary: process.execPath,
    arguments: ['-e', program],
    environment: process.env,
    cpuset: null,
    timeoutMs: 60_000,
    output: 'drop',
    onMessage: (message) => messages.push(message),
  });
  return { messages, measured };
}

test('messages come whole from the report pipe, however they are cut, and other lines are passed over', async () => {
  const long = 'ä\u2028'.repeat(100_000);
  const { messages, measured } = started(
    `const fs = require('node:fs');
    const write = (text) => fs.writeSync(3, text);
    write('{"type":');
    setTimeout(() => {
      write('"a"}\\n{"type":"b"}\\nnull\\n12\\nno message\\n');
      let left = Buffer.from(JSON.stringify({ type: 'ä\\u2028'.repeat(100000) }) + '\\n');
      while (left.length > 0) left = left.subarray(fs.writeSync(3, left));
      write('{"type":"cut off"}');
    }, 50);`,
  );
  assert.equal((await measured.ended).code, 0);
  assert.deepEqual(
    messages.map((message) => (message as { type?: unknown } | null)?.type),
    ['a', 'b', long],
  );
});

test('a driver that is killed leaves no process behind, be it Node.js or not', {
  skip: existsSync('/proc') ? false : 'no /proc',
}, async () => {
  const program = `
    const { MeasuredProcess } = require(${JSON.stringify(MODULE)});
    const start = () => new MeasuredProcess({
      binary: 'sh', arguments: ['-c', 'trap "" TERM HUP; sleep 600 & wait'], environment: process.env,
      cpuset: null, timeoutMs: Infinity, output: 'drop', onMessage() {},
    });
    console.log([start(), start()].map(({ pid }) => pid).join(' '));`;
  const driver = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [pids] = (await once(driver.stdout.setEncoding('utf8'), 'data')) as [string];
  const groups = pids.trim().split(' ').map(Number);
  const alive = () =>
    groups.filter((group) => {
      try {
        return process.kill(-group, 0);
      } catch {
        return false;
      }
    });
  assert.deepEqual(alive(), groups);
  driver.kill('SIGKILL');
  await once(driver, 'exit');
  for (let attempts = 0; alive().length > 0 && attempts < 200; attempts++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.deepEqual(alive(), []);
});
