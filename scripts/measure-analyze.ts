/*
 * `analyze` on a comparison of a million rows (500 configurations, 1000 runs a side, the columns of core's compare.js)
 * against R on the same file: read.csv, given the classes of the columns, and a t-test for each configuration. The two
 * take turns; printed are the times, the ratio of each turn and the peak memory. Needs Rscript and GNU time.
 *
 *   node dist/scripts/measure-analyze.js [REPETITIONS]
 */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { type Random, seededRandom } from '../tools/stats/random';

const CONFIGURATIONS = 500;
const RUNS = 1000;
const OPERATIONS = 100_000;

const R_PROGRAM = `
classes <- c('character', 'character', 'character', 'numeric', 'numeric')
data <- read.csv(commandArgs(TRUE)[1], colClasses = classes)
p <- sapply(split(data, paste(data$filename, data$configuration)), function(part) {
  t.test(rate ~ binary, data = part)$p.value
})
cat(length(p), 'configurations,', sum(p < 0.05), 'with p < .05\\n')
`;

function rowsOfRound(random: Random): string {
  let rows = '';
  for (let at = 0; at < CONFIGURATIONS; at++) {
    const configuration = `n=${OPERATIONS} chunkLen=${16 << (at % 5)} inLen=${32 + at} encoding='utf8'`;
    for (const binary of ['old', 'new']) {
      const rate = 1e6 * (1 + at / CONFIGURATIONS) * Math.exp(0.02 * random.normal());
      const time = (OPERATIONS / rate).toFixed(9);
      rows += `"${binary}","string_decoder/string-decoder.js","${configuration}",${rate},${time}\n`;
    }
  }
  return rows;
}

function writeSamples(file: string): void {
  const random = seededRandom('measure-analyze');
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, '"binary","filename","configuration","rate","time"\n');
  for (let round = 0; round < RUNS; round++) writeSync(descriptor, rowsOfRound(random));
  closeSync(descriptor);
}

interface Cost {
  readonly seconds: number;
  readonly peakMib: number;
}

function run(command: readonly string[]): Cost {
  const startedAt = performance.now();
  const { status, stderr, error } = spawnSync('/usr/bin/time', ['-f', 'peak %M', ...command], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const peak = /^peak (\d+)$/m.exec(stderr ?? '')?.[1];
  if (status !== 0 || peak === undefined) throw error ?? new Error(`${command[0]} failed:\n${stderr}`);
  return { seconds, peakMib: Number(peak) / 1024 };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
}

const folder = mkdtempSync(path.join(tmpdir(), 'corebench-measure-analyze-'));
try {
  const samples = path.join(folder, 'samples.csv');
  const program = path.join(folder, 'compare.R');
  writeSamples(samples);
  writeFileSync(program, R_PROGRAM);
  const analyze = path.resolve(__dirname, '../benchmark/analyze.js');
  const ours: Cost[] = [];
  const theirs: Cost[] = [];
  for (let repetition = 0; repetition < Number(process.argv[2] ?? 5); repetition++) {
    ours.push(run([process.execPath, analyze, samples]));
    theirs.push(run(['Rscript', program, samples]));
  }
  for (const [name, costs] of [
    ['analyze', ours],
    ['R', theirs],
  ] as const) {
    const seconds = median(costs.map((cost) => cost.seconds)).toFixed(2);
    const peak = Math.max(...costs.map((cost) => cost.peakMib)).toFixed(0);
    console.log(`${name.padEnd(8)} ${seconds} s, peak RSS ${peak} MiB`);
  }
  const ratios = theirs.map(({ seconds }, at) => seconds / ours[at]!.seconds);
  const each = ratios.map((ratio) => ratio.toFixed(2)).join(' ');
  console.log(`R / analyze ${median(ratios).toFixed(2)}   (each: ${each})`);
} finally {
  rmSync(folder, { recursive: true });
}
