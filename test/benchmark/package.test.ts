import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { createBenchmark } from '../../benchmark/common';
import { PROJECT } from '../support/paths';

const folder = mkdtempSync(path.join(tmpdir(), 'corebench-package-'));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(path.join(folder, 'node_modules'));
symlinkSync(PROJECT, path.join(folder, 'node_modules', 'corebench'));

function runFile(name: string, text: string) {
  writeFileSync(path.join(folder, name), text);
  return spawnSync(process.execPath, [path.join(folder, name)], { encoding: 'utf8' });
}

const BENCHMARK = `
const bench = createBenchmark(({ n }) => { bench.start(); for (let i = 0; i < n; i++) process.uptime(); bench.end(n); }, { n: [1000] });
`;

test('another project requires createBenchmark from the package, or imports it', () => {
  const required = runFile('pad.cjs', `const { createBenchmark } = require('corebench');${BENCHMARK}`);
  assert.match(required.stdout, /pad\.cjs n=1000: [\d,.]+\n$/, required.stderr);
  const imported = runFile('pad.mjs', `import { createBenchmark } from 'corebench';${BENCHMARK}`);
  assert.match(imported.stdout, /pad\.mjs n=1000: [\d,.]+\n$/, imported.stderr);
});

test('the pure parts are there for programs that want them', () => {
  const { stdout, stderr } = runFile(
    'parts.mjs',
    `import { welchTest } from 'corebench/stats';
     import { SampleTable, analyzeComparison } from 'corebench/analysis';
     import { readCsv } from 'corebench/record';
     const table = new SampleTable();
     for (const [variant, rate] of [['old', 10], ['old', 11], ['new', 20], ['new', 21]]) {
       table.add({ filename: 'a.js', configuration: [['n', 1]], variant, round: 1, order: 1, rate, time: 1 });
     }
     const { findings } = analyzeComparison(table.all, { test: 'welch', maxRegression: null });
     console.log(typeof readCsv, welchTest([10, 11], [20, 21]).p === findings[0].p, findings[0].improvement.toFixed(1));`,
  );
  assert.equal(stdout, 'function true 95.2\n', stderr);
});

// What follows is checked by the compiler: it fails the build when the types say something else.
export function typed(): void {
  const bench = createBenchmark(
    main,
    { n: [1, 2], encoding: 'utf8', sync: [true, false] },
    {
      combinationFilter: ({ n, sync }) => n > 1 || sync,
    },
  );
  function main({ n, encoding, sync }: { n: number; encoding: string; sync: boolean }): void {
    bench.start();
    bench.end(n + encoding.length + Number(sync));
  }
  createBenchmark(
    (configuration) => {
      if (configuration.group === 'a') configuration.n.toFixed();
      // @ts-expect-error the other group has no n
      else configuration.n;
    },
    { a: { n: [1] }, b: { text: ['x'] } },
    { byGroups: true },
  );
  // @ts-expect-error there is no parameter m
  createBenchmark(({ m }) => m, { n: [1] });
  // @ts-expect-error n is a number
  createBenchmark(({ n }: { n: string }) => n, { n: [1] });
  // @ts-expect-error an object is no value
  createBenchmark(() => {}, { n: [{}] });
}
