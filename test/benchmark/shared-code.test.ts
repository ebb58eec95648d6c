import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { corebench } from '../support/corebench';
import { DIST } from '../support/paths';

const folder = mkdtempSync(path.join(tmpdir(), 'corebench-shared-'));
after(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

test('sides that load the same code from outside their checkouts are told, and no gate passes', async () => {
  write('packages/lib/index.js', 'module.exports = 1;');
  write('.gitignore', 'node_modules');
  write(
    'benchmark/cat/b.js',
    `const { createBenchmark } = require(${JSON.stringify(path.join(DIST, 'benchmark/common.js'))});
require('lib');
const bench = createBenchmark(({ n }) => { bench.start(); for (let i = 0; i < 1e5; i++) globalThis.x = i; bench.end(n); }, { n: [1] });`,
  );
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync('../packages/lib', path.join(folder, 'node_modules/lib'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'one');
  const args = [
    'compare',
    '--old-ref',
    'HEAD',
    '--prepare',
    `ln -s ${folder}/node_modules node_modules`,
    '--runs',
    '2',
    '--no-progress',
    'cat',
  ];
  const plain = await corebench(args, { workingDirectory: folder });
  assert.equal(plain.code, 0, plain.stderr);
  assert.match(plain.stderr, /packages\/lib\/index\.js \[outside-checkout\]/);
  const gated = await corebench([...args, '--max-regression', '5'], { workingDirectory: folder });
  assert.equal(gated.code, 3, gated.stderr);
  assert.match(gated.stderr, /packages\/lib\/index\.js/);
});
