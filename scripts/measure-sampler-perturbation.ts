/*
 * How much the memory sampler slows down what it watches: one benchmark in pairs of processes, with the sampler off and
 * on in random order. Prints the change of the rate and of the CPU time (user and system) with the 95 % interval of the
 * Hodges-Lehmann median over the pairs. CPU time tells the same on a machine that is not idle, where rates scatter.
 *
 *   node dist/scripts/measure-sampler-perturbation.js [PAIRS] [INTERVAL_MS …]
 */
import * as path from 'node:path';
import { ForkExecutor } from '../tools/execute/fork-executor';
import type { Job } from '../tools/model/job';
import type { Sample } from '../tools/model/sample';
import { hodgesLehmann, seededRandom } from '../tools/stats';

const FILE = 'crypto/hash.js';
const ARGUMENTS = ['algorithm=sha256', 'len=65536', 'n=4000'];

const JOB: Job = {
  benchmark: { filename: FILE, path: path.resolve(__dirname, '../benchmark', FILE) },
  variant: { label: 'node', binary: process.execPath, nodeArguments: [] },
  configuration: [],
  nodeArguments: [],
  arguments: ARGUMENTS,
  round: 1,
  order: 1,
};

async function run(readIntervalMs: number | null): Promise<Sample> {
  const executor = new ForkExecutor({
    cpuset: null,
    timeoutSeconds: 300,
    showOutput: false,
    testMode: false,
    memory: readIntervalMs === null ? null : { readIntervalMs, keepSeries: false },
  });
  const outcome = await executor.run(JOB, new AbortController().signal);
  if (outcome.kind === 'failure') throw new Error(outcome.failure.reason);
  return outcome.sample;
}

function cpuMicros({ exit }: Sample): number {
  return exit!.userMicros + exit!.systemMicros;
}

function describe(name: string, logRatios: readonly number[]): string {
  const { estimate, low, high } = hodgesLehmann(logRatios);
  const percent = (logarithm: number) => `${(Math.expm1(logarithm) * 100).toFixed(2)} %`;
  return `${name.padEnd(9)} ${percent(estimate)} (${percent(low)} to ${percent(high)})`;
}

async function main(): Promise<void> {
  const [pairs = 40, ...intervals] = process.argv.slice(2).map(Number);
  for (const interval of intervals.length > 0 ? intervals : [100]) {
    const random = seededRandom(`perturbation/${interval}`);
    const rates: number[] = [];
    const cpu: number[] = [];
    let ticks = 0;
    for (let pair = 0; pair < pairs; pair++) {
      const isOnFirst = random.next() < 0.5;
      const first = await run(isOnFirst ? interval : null);
      const second = await run(isOnFirst ? null : interval);
      const [on, off] = isOnFirst ? [first, second] : [second, first];
      rates.push(Math.log(on.rate / off.rate));
      cpu.push(Math.log(cpuMicros(on) / cpuMicros(off)));
      ticks += on.memory?.ticks ?? 0;
    }
    console.log(
      `read every ${interval} ms against not at all, ${pairs} pairs, ${(ticks / pairs).toFixed(1)} readings a process`,
    );
    console.log(describe('rate', rates));
    console.log(describe('CPU time', cpu));
  }
}

void main();
