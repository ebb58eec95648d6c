#!/usr/bin/env node
import * as path from 'node:path';
import { analyzeRates } from '../tools/analysis/rates';
import { type Group, SampleTable } from '../tools/analysis/sample-table';
import { variablesOf } from '../tools/analysis/scatter';
import type { SequentialDesign } from '../tools/analysis/sequential-design';
import {
  checkGate,
  comparisonOptions,
  reportComparison,
  warnOfIdleGate,
} from '../tools/cli/comparison-report';
import { type Context, printResult } from '../tools/cli/context';
import { EXIT } from '../tools/cli/exit-codes';
import { failureLines, unpairedLines } from '../tools/cli/failures';
import { printOptions, renderStyle } from '../tools/cli/option-groups';
import { flag, type OptionValues } from '../tools/cli/options';
import { checkAxes, reportScatter, scatterAxes } from '../tools/cli/scatter-report';
import { runAsProgram, type Tool } from '../tools/cli/tool';
import { UsageError } from '../tools/model/errors';
import type { CsvKind } from '../tools/record/csv-header';
import { fileInput, type Input, streamInput } from '../tools/record/input';
import { checkDistinctInputs } from '../tools/record/output';
import { type RecordedPart, readSampleFiles } from '../tools/record/sample-files';

const options = {
  ...comparisonOptions,
  ...scatterAxes,
  'per-machine': flag('print the figures of each machine too, where several measured the same'),
  'skip-invalid': flag('leave invalid rows out and list them, instead of stopping at the first'),
  ...printOptions,
};

type Given = OptionValues<typeof options>;

/** The options that ask something of one kind of file only. */
const ONLY_FOR = {
  'max-regression': 'compare',
  'max-memory-regression': 'compare',
  xaxis: 'scatter',
  category: 'scatter',
  power: 'compare',
} as const;

/** Throws a UsageError for an option that asks of one kind of file what only another can answer. */
function checkOptions(kind: CsvKind, given: Given): void {
  for (const option of Object.keys(ONLY_FOR) as (keyof typeof ONLY_FOR)[]) {
    const owner = ONLY_FOR[option];
    if (given[option] !== null && given[option] !== false && kind !== owner) {
      throw new UsageError(`--${option} is for samples of ${owner}; these are of ${kind}`);
    }
  }
}

function machineName({ name, header }: RecordedPart): string {
  const machine = header.environment?.machine;
  return machine === undefined ? name : `${machine.cpuModel ?? 'unknown CPU'}, ${machine.kernel} (${name})`;
}

/** Throws a UsageError unless the sides are old and new. */
function checkLabels(groups: readonly Group[]): void {
  const labels = [...new Set(groups.flatMap((group) => [...group.arms.keys()]))];
  if (labels.length === 2 && labels.includes('old') && labels.includes('new')) return;
  const found = labels.map((label) => JSON.stringify(label)).join(', ');
  throw new UsageError(`"old" is compared with "new", but the column "binary" has ${found}`);
}

/** Throws a UsageError when memory is to be judged and there is none: undecided would be a pass. */
function checkMemory(groups: readonly Group[], given: Given): void {
  if (given['max-memory-regression'] === null) return;
  if (groups.some(({ arms }) => [...arms.values()].some(({ memory }) => memory !== null))) return;
  throw new UsageError('--max-memory-regression: the samples have no peak RSS (column "peak_rss_kib")');
}

/**
 * The looks of recordings of `--decide`, which their p and intervals must hold over; null where there were none. Throws a
 * UsageError when they differ.
 */
async function designOf(parts: readonly RecordedPart[]): Promise<SequentialDesign | null> {
  const looks = parts.map(({ header }) => (header.settings['looks'] ?? null) as readonly number[] | null);
  if (looks.some((one) => JSON.stringify(one) !== JSON.stringify(looks[0]))) {
    throw new UsageError(
      'the recordings were decided early at different looks (--decide): analyse each by itself',
    );
  }
  if (looks[0] === undefined || looks[0] === null) return null;
  const { SequentialDesign: Design } = await import('../tools/analysis/sequential-design.js');
  return new Design(looks[0]);
}

async function reportCompared(
  groups: readonly Group[],
  given: Given,
  context: Context,
  parts: readonly RecordedPart[],
): Promise<number> {
  checkLabels(groups);
  checkMemory(groups, given);
  const paired = groups.filter((group) => group.arms.size === 2);
  const counts = paired.flatMap((group) => [...group.arms.values()].map((arm) => arm.rates.length));
  if (paired.length > 0) await warnOfIdleGate(given, Math.min(...counts), paired.length, context);
  const machines = given['per-machine'] ? parts.map(machineName) : null;
  const code = await reportComparison(groups, given, context, await designOf(parts), machines);
  const alone = groups.filter((group) => group.arms.size < 2);
  const lines = unpairedLines(
    alone.map(
      ({ filename, configuration, arms }) => `${filename} ${configuration}: only in ${[...arms.keys()]}`,
    ),
  );
  await context.stderr.write(lines.map((line) => `${line}\n`).join(''));
  return alone.length > 0 ? EXIT.trouble : code;
}

async function reportSwept(groups: readonly Group[], given: Given, context: Context): Promise<number> {
  const variables = variablesOf(groups);
  if (given.xaxis === null) {
    throw new UsageError(
      `--xaxis is missing: a sweep is analysed along one of its variables, --xaxis ${variables.join(' or ')}`,
    );
  }
  checkAxes(given, variables, 'the sweep');
  await reportScatter(groups, given, context);
  return EXIT.done;
}

async function reportRates(groups: readonly Group[], given: Given, context: Context): Promise<number> {
  const { renderRates } = await import('../tools/render/rates-text.js');
  await printResult(context, renderRates(analyzeRates(groups), renderStyle(given, context)));
  return EXIT.done;
}

const REPORTS = { compare: reportCompared, scatter: reportSwept, run: reportRates } as const;

function inputsOf(items: readonly string[], context: Context, signal: AbortSignal): Input[] {
  if (items.length === 0) throw new UsageError('no file was named; - is stdin');
  if (items.filter((item) => item === '-').length > 1) throw new UsageError('- is given twice');
  const files = items.filter((item) => item !== '-');
  checkDistinctInputs(
    files.map((name) => ({ name, file: path.resolve(context.workingDirectory, name) })),
    'file',
  );
  return items.map((item) =>
    item === '-'
      ? streamInput('stdin', context.stdin, signal)
      : fileInput(item, path.resolve(context.workingDirectory, item), signal),
  );
}

export const analyzeTool: Tool<typeof options> = {
  spec: {
    name: 'analyze',
    summary: 'Analyses saved samples as the tool that measured them would have.',
    items: '<file|-> …',
    itemsHelp:
      'Recordings and CSV files of compare, scatter or run, CSV of Node core too; - is stdin. What a file is, its\n' +
      'beginning tells. Several files are analysed as if they were one; where several recordings have the same\n' +
      'configuration, old and new are compared within each.',
    options,
    check: checkGate,
    example: ['--max-regression 5 samples.csv', 'judge what compare --csv samples.csv has measured'],
  },
  async run({ options: given, items }, context, interruption) {
    const table = new SampleTable();
    const { kind, warnings, parts, failures, unpaired, complete } = await readSampleFiles(
      inputsOf(items, context, interruption.signal),
      {
        skipInvalid: given['skip-invalid'],
        onKind: (found) => checkOptions(found, given),
        onSample: (sample, part) => table.add(sample, part),
      },
    );
    for (const { code, message } of warnings) await context.stderr.write(`warning: ${message} [${code}]\n`);
    const code = await REPORTS[kind](table.all, given, context, parts);
    const troubles = [...failureLines(failures), ...unpairedLines(unpaired)];
    await context.stderr.write(troubles.map((line) => `${line}\n`).join(''));
    return troubles.length > 0 || !complete ? EXIT.trouble : code;
  },
};

if (require.main === module) runAsProgram(analyzeTool, process.argv.slice(2));
