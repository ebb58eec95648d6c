import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { findNodeBinary } from '../../tools/plan/node-binary';

const folder = mkdtempSync(path.join(tmpdir(), 'corebench-binary-'));
after(() => rmSync(folder, { recursive: true }));

test('a program that ignores SIGTERM when asked for its version is ended and refused', async () => {
  const file = path.join(folder, 'stubborn');
  writeFileSync(file, "#!/bin/sh\ntrap '' TERM\nsleep 60 & wait\nsleep 60\n", { mode: 0o755 });
  const startedAt = Date.now();
  await assert.rejects(
    findNodeBinary('--node', file, 200),
    /is not a Node.js binary: --version answered nothing/,
  );
  assert.ok(Date.now() - startedAt < 15_000);
});
