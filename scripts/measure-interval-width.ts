/*
 * What a design is worth on this machine: the half-width of the 95 % interval for the same wall-clock time, of a binary
 * compared with itself. Sequential pairs judged by Welch's and by the paired test, and a duet (both sides at the same
 * time) with as many rounds as fit into the time of the sequential ones. Medians over the repetitions and their ratios.
 *
 *   node dist/scripts/measure-interval-width.js [ROUNDS] [REPETITIONS]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { analyzeComparison } from '../tools/analysis/comparison';
import { type Group, SampleTable } from '../tools/analysis/sample-table';
import type { TestKind } from '../tools/model/finding';
import { readCsv } from '../tools/record/csv-reader';
import { fileInput } from '../tools/record/input';
import { median } from '../tools/stats/describe';

const CLI = path.resolve(__dirname, '../benchmark/cli.js');
const BENCHMARKS = [
  ...['es/iteration.js', 'json/json-parse.js', 'crypto/hash.js'],
  ...['method=for', 'type=records', 'algorithm=sha256'].flatMap((setting) => ['--set', setting]),
];
const rounds = Number(process.argv[2] ?? 10);
const repetitions = Number(process.argv[3] ?? 5);

interface Run {
  readonly seconds: number;
  readonly groups: readonly Group[];
}

const folder = mkdtempSync(path.join(tmpdir(), 'corebench-width-'));

/** One comparison of this Node.js with itself. */
async function compare(runs: number, seed: string, ...more: string[]): Promise<Run> {
  const file = path.join(folder, 'samples.csv');
  const sides = ['--old', process.execPath, '--new', process.execPath];
  const args = [...sides, '--runs', String(runs), '--seed', seed, '--csv', file, '--force', '--no-memory'];
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [CLI, 'compare', ...args, ...more, ...BENCHMARKS], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  const seconds = (performance.now() - startedAt) / 1000;
  if (status !== 0) throw new Error(`compare exited with ${status}\n${stderr}`);
  const table = new SampleTable();
  await readCsv([fileInput(file, file, new AbortController().signal)], {
    skipInvalid: false,
    onSample: (sample) => table.add(sample),
  });
  return { seconds, groups: table.all };
}

function halfWidths({ groups }: Run, test: TestKind): number[] {
  return analyzeComparison(groups, { test, maxRegression: null }).findings.map(
    ({ interval }) => (interval.high - interval.low) / 2,
  );
}

async function main(): Promise<void> {
  const widths = { welch: [] as number[], paired: [] as number[], duet: [] as number[] };
  let duetRounds = rounds;
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const sequential = await compare(rounds, `sequential/${repetition}`);
    const duet = await compare(duetRounds, `duet/${repetition}`, '--duet');
    console.log(
      `sequential ${rounds} rounds ${sequential.seconds.toFixed(1)} s, duet ${duetRounds} rounds ${duet.seconds.toFixed(1)} s`,
    );
    duetRounds = Math.max(6, Math.round((duetRounds * sequential.seconds) / duet.seconds));
    widths.welch.push(...halfWidths(sequential, 'welch'));
    widths.paired.push(...halfWidths(sequential, 'paired'));
    // The first is only there to learn how many rounds fit.
    if (repetition > 0) widths.duet.push(...halfWidths(duet, 'paired'));
  }
  for (const [name, values] of Object.entries(widths)) {
    console.log(`${name.padEnd(8)} ± ${median(values).toFixed(2)} % (median of ${values.length})`);
  }
  console.log(`paired / welch ${(median(widths.paired) / median(widths.welch)).toFixed(2)}`);
  console.log(`duet / paired  ${(median(widths.duet) / median(widths.paired)).toFixed(2)}`);
}

main().finally(() => rmSync(folder, { recursive: true }));
