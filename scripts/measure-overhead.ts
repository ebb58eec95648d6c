/*
 * What the driver costs: `compare --runs 10` of one cheap benchmark against the same twenty processes started bare, and
 * against Node core's way, a root pass and a child for every run. The three take turns; medians and ratios are printed.
 *
 *   node dist/scripts/measure-overhead.js [REPETITIONS]
 */
import { spawnSync } from 'node:child_process';
import * as path from 'node:path';

const DIST = path.resolve(__dirname, '..');
const FILE = path.join(DIST, 'benchmark', 'string_decoder', 'string-decoder-create.js');
const CONFIGURATION = ['encoding=utf8'];
const RUNS = 10;

function run(args: readonly string[], environment: NodeJS.ProcessEnv = {}): void {
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}\n${stderr}`);
}

const ways: { readonly [name: string]: () => void } = {
  compare: () => {
    const tool = path.join(DIST, 'benchmark', 'compare.js');
    const sides = ['--old', process.execPath, '--new', process.execPath];
    run([tool, ...sides, '--runs', String(RUNS), '--set', CONFIGURATION[0]!, FILE]);
  },
  'bare children': () => {
    for (let at = 0; at < 2 * RUNS; at++) run([FILE, ...CONFIGURATION], { NODE_RUN_BENCHMARK_FN: '' });
  },
  'root pass + child': () => {
    for (let at = 0; at < 2 * RUNS; at++) run([FILE, ...CONFIGURATION]);
  },
};

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
}

const repetitions = Number(process.argv[2] ?? 7);
const seconds = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]));
for (let repetition = 0; repetition < repetitions; repetition++) {
  for (const [name, way] of Object.entries(ways)) {
    const startedAt = performance.now();
    way();
    seconds.get(name)!.push((performance.now() - startedAt) / 1000);
  }
}
for (const [name, values] of seconds) console.log(`${name.padEnd(18)} ${median(values).toFixed(3)} s`);
for (const other of ['bare children', 'root pass + child']) {
  const ratios = seconds.get('compare')!.map((value, at) => value / seconds.get(other)![at]!);
  console.log(
    `compare / ${other.padEnd(18)} ${median(ratios).toFixed(3)}   (each: ${ratios.map((r) => r.toFixed(2)).join(' ')})`,
  );
}
