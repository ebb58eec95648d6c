/*
 * What the driver costs: `compare --runs 10` of one cheap benchmark against the same twenty processes started bare, and
 * against Node core's way, a root pass and a child for every run. The three take turns, in random order, because the machine drifts;
 * printed are medians, and the ratios (Hodges-Lehmann estimate over the turns with its 95 % interval).
 *
 *   node dist/scripts/measure-overhead.js [REPETITIONS] [CATEGORY/FILE VARIABLE=VALUE …]
 *
 * The variables must leave one configuration.
 */
import { spawnSync } from 'node:child_process';
import * as path from 'node:path';
import { median } from '../tools/stats/describe';
import { hodgesLehmann } from '../tools/stats/hodges-lehmann';
import { seededRandom } from '../tools/stats/random';

const DIST = path.resolve(__dirname, '..');
const [REPETITIONS = '20', NAME = 'string_decoder/string-decoder-create.js', ...SETTINGS] =
  process.argv.slice(2);
const FILE = path.join(DIST, 'benchmark', NAME);
const CONFIGURATION = SETTINGS.length > 0 ? SETTINGS : ['encoding=utf8'];
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
    const settings = CONFIGURATION.flatMap((setting) => ['--set', setting]);
    run([tool, ...sides, '--runs', String(RUNS), ...settings, FILE]);
  },
  'bare children': () => {
    for (let at = 0; at < 2 * RUNS; at++) run([FILE, ...CONFIGURATION], { NODE_RUN_BENCHMARK_FN: '' });
  },
  'root pass + child': () => {
    for (let at = 0; at < 2 * RUNS; at++) run([FILE, ...CONFIGURATION]);
  },
};

const repetitions = Number(REPETITIONS);
const names = Object.keys(ways);
const seconds = new Map<string, number[]>(names.map((name) => [name, []]));
const random = seededRandom('measure-overhead');
for (let repetition = 0; repetition < repetitions; repetition++) {
  const left = [...names];
  while (left.length > 0) {
    const [name] = left.splice(random.integer(left.length), 1);
    const startedAt = performance.now();
    ways[name!]!();
    seconds.get(name!)!.push((performance.now() - startedAt) / 1000);
  }
}
for (const [name, values] of seconds) console.log(`${name.padEnd(18)} ${median(values).toFixed(3)} s`);
for (const other of ['bare children', 'root pass + child']) {
  const logarithms = seconds.get('compare')!.map((value, at) => Math.log(value / seconds.get(other)![at]!));
  const { estimate, low, high } = hodgesLehmann(logarithms);
  const [ratio, from, to] = [estimate, low, high].map((value) => Math.exp(value).toFixed(3));
  console.log(`compare / ${other.padEnd(18)} ${ratio}   (${from} to ${to})`);
}
