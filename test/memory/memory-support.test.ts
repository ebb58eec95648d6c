import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { memorySupport } from '../../tools/memory';

test('Linux with a complete /proc has support', { skip: process.platform !== 'linux' }, () => {
  assert.equal(memorySupport(), null);
});

test('every lack is one warning with the same code that says what is missing', () => {
  const root = mkdtempSync(join(tmpdir(), 'memory-support-'));
  try {
    const problem = () => memorySupport(root);
    assert.match(problem()!.message, /^memory is not measured: there is no /);
    mkdirSync(join(root, 'self'));
    writeFileSync(join(root, 'self/status'), 'Name:\tnode\n');
    assert.match(problem()!.message, /has no VmHWM and VmRSS/);
    writeFileSync(join(root, 'self/status'), 'Name:\tnode\nVmHWM:\t 2 kB\nVmRSS:\t 1 kB\n');
    assert.match(problem()!.message, /does not list the children of processes/);
    assert.equal(problem()!.code, 'memory-unavailable');
    mkdirSync(join(root, 'self/task', String(process.pid)), { recursive: true });
    writeFileSync(join(root, 'self/task', String(process.pid), 'children'), '');
    assert.equal(problem(), null);
  } finally {
    rmSync(root, { recursive: true });
  }
});
