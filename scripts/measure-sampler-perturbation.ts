/*
 * How much the memory sampler slows down what it watches: one benchmark in pairs of processes, with the sampler off and
 * on in random order. Prints the change of rate and of CPU time (user and system) with the 95 % interval of the
 * Hodges-Lehmann median over the pairs.
 *
 * At 100 ms the effect is far below what a machine can repeat, so the sampler reads and looks for new processes a hundred
 * times as often, every millisecond. Each reading costs the same, so a hundredth of the change is what 100 ms cost.
 * CPU time says the same as the rate with less noise on a machine that is not idle.
 *
 *   node dist/scripts/measure-sampler-perturbation.js [PAIRS] [INTERVAL_MS]
 */
import * as path from 'node:path';
import { MeasuredProcess } from '../tools/execute/measured-process';
import { PRELOAD_VARIABLE } from '../tools/execute/preload';
import { ProcSampler } from '../tools/memory';
import type { ExitReport } from '../tools/model/sample';
import { hodgesLehmann, seededRandom } from '../tools/stats';

const USUAL_INTERVAL_MS = 100;
const DIST = path.resolve(__dirname, '..');
const PRELOAD = path.join(DIST, 'tools', 'execute', 'preload.js');
const BENCHMARK = path.join(DIST, 'benchmark', 'crypto', 'hash.js');
const CONFIGURATION = ['algorithm=sha256', 'len=65536', 'n=4000'];

interface Run {
  readonly rate: number;
  readonly cpuMicros: number;
  readonly readings: number;
}

async function run(intervalMs: number | null): Promise<Run> {
  let rate = Number.NaN;
  let cpuMicros = Number.NaN;
  const measured = new MeasuredProcess({
    binary: process.execPath,
    arguments: ['--require', PRELOAD, BENCHMARK, ...CONFIGURATION],
    environment: { ...process.env, NODE_RUN_BENCHMARK_FN: '', [PRELOAD_VARIABLE]: `measure:${process.pid}` },
    cpuset: null,
    timeoutMs: Number.POSITIVE_INFINITY,
    output: 'drop',
    onMessage(message) {
      if (message.type === 'report') rate = (message as unknown as { rate: number }).rate;
      if (message.type !== 'corebench:exit') return;
      const { userMicros, systemMicros } = message as unknown as ExitReport;
      cpuMicros = userMicros + systemMicros;
    },
  });
  if (intervalMs === null) {
    await measured.ended;
    return { rate, cpuMicros, readings: 0 };
  }
  const intervals = { readIntervalMs: intervalMs, discoverIntervalMs: intervalMs };
  const sampler = new ProcSampler({ pid: measured.pid, ...intervals });
  sampler.start();
  try {
    await measured.ended;
  } finally {
    sampler.stop();
  }
  return { rate, cpuMicros, readings: sampler.stop().ticks };
}

function describe(name: string, logRatios: readonly number[], intervalMs: number): string {
  const { estimate, low, high } = hodgesLehmann(logRatios);
  const text = (scale: number, decimals: number) =>
    [estimate, low, high].map((log) => `${(Math.expm1(log) * 100 * scale).toFixed(decimals)} %`);
  const [one, from, to] = text(1, 2);
  const [usual, usualFrom, usualTo] = text(intervalMs / USUAL_INTERVAL_MS, 3);
  return (
    `${name.padEnd(9)} ${one} (${from} to ${to}); ` +
    `every ${USUAL_INTERVAL_MS} ms: ${usual} (${usualFrom} to ${usualTo})`
  );
}

async function main(): Promise<void> {
  const [pairs = 40, intervalMs = 1] = process.argv.slice(2).map(Number);
  const random = seededRandom('perturbation');
  const rates: number[] = [];
  const cpu: number[] = [];
  let readings = 0;
  for (let pair = 0; pair < pairs; pair++) {
    const isOnFirst = random.next() < 0.5;
    const first = await run(isOnFirst ? intervalMs : null);
    const second = await run(isOnFirst ? null : intervalMs);
    const [on, off] = isOnFirst ? [first, second] : [second, first];
    rates.push(Math.log(on.rate / off.rate));
    cpu.push(Math.log(on.cpuMicros / off.cpuMicros));
    readings += on.readings;
  }
  console.log(
    `read every ${intervalMs} ms against not at all: ${pairs} pairs, ${(readings / pairs).toFixed(0)} readings a process`,
  );
  console.log(describe('rate', rates, intervalMs));
  console.log(describe('CPU time', cpu, intervalMs));
}

void main();
