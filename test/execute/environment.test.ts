import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { captureEnvironment } from '../../tools/execute/environment';
import { environmentPadding } from '../../tools/execute/process-environment';
import { fakeRoot } from '../support/fake-root';
import { BENCHMARK, configurations, NEW, OLD } from '../support/simulation';

test('each binary is named with its hash and versions, an unreadable one without', async () => {
  const root = fakeRoot({ 'bin/node': 'no program' });
  const variants = [process.execPath, process.execPath, path.join(root, 'bin/node'), '/nowhere/node'].map(
    (binary, at) => ({ label: `v${at}`, binary, nodeArguments: [] }),
  );
  const { binaries, cpuset, seed } = await captureEnvironment({ variants, cpuset: '0', seed: '7', root });
  const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
  const versions = JSON.parse(JSON.stringify(process.versions));
  const own = { path: process.execPath, sha256: sha256(process.execPath), versions };
  assert.deepEqual(binaries, [
    { label: 'v0', ...own },
    { label: 'v1', ...own },
    { label: 'v2', path: variants[2]!.binary, sha256: sha256(variants[2]!.binary), versions: null },
    { label: 'v3', path: '/nowhere/node', sha256: null, versions: null },
  ]);
  assert.deepEqual([cpuset, seed], ['0', '7']);
});

test('the padding of the environment depends on seed and place alone and spreads over a page', () => {
  const job = (round: number, label: 'old' | 'new') => ({
    benchmark: BENCHMARK,
    configuration: configurations(1)[0]!,
    variant: label === 'old' ? OLD : NEW,
    round,
    order: 1,
    nodeArguments: [],
    arguments: [],
  });
  const size = (seed: string, round: number, label: 'old' | 'new') =>
    environmentPadding(seed, job(round, label)).length;
  assert.equal(size('a', 3, 'old'), size('a', 3, 'old'));
  assert.equal(new Set([size('a', 3, 'old'), size('a', 3, 'new'), size('b', 3, 'old')]).size, 3);
  const sizes = Array.from({ length: 400 }, (_, round) => size('a', round, 'old'));
  for (let quarter = 0; quarter < 4; quarter++) {
    const inside = sizes.filter((bytes) => Math.floor(bytes / 1024) === quarter).length;
    assert.ok(inside > 60 && inside < 140, `${inside} sizes in quarter ${quarter}`);
  }
});
