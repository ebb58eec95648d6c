#!/usr/bin/env node
import { SampleTable } from '../tools/analysis/sample-table';
import { comparisonOptions, hasGate, reportComparison, warnOfIdleGate } from '../tools/cli/comparison-report';
import type { Context } from '../tools/cli/context';
import { decidingOptions, resolveDeciding } from '../tools/cli/deciding';
import { duetOptions, resolveDuet, withDuet } from '../tools/cli/duet';
import { EarlyForecast } from '../tools/cli/early-forecast';
import { EXIT } from '../tools/cli/exit-codes';
import { describeTroubles } from '../tools/cli/failures';
import type { Interruption } from '../tools/cli/interruption';
import { measure } from '../tools/cli/measure';
import { memoryOptions, watchMemory } from '../tools/cli/memory';
import {
  csvOptions,
  executionOptions,
  openCsv,
  orderOptions,
  pairOrderOption,
  printOptions,
  resolveSettings,
  runsOption,
  selectionHelp,
  selectionOptions,
} from '../tools/cli/option-groups';
import { flag, type ParsedCommandLine } from '../tools/cli/options';
import {
  openRecording,
  recordedSettings,
  recordingOptions,
  resolveSeed,
} from '../tools/cli/recording-options';
import { shardOf, shardOptions } from '../tools/cli/shards';
import { resolveSides, type Sides, sideOptions } from '../tools/cli/sides';
import { runAsProgram, type Tool } from '../tools/cli/tool';
import { makePlan } from '../tools/plan/plan';
import { CsvWriter } from '../tools/record/csv-writer';

const options = {
  ...sideOptions,
  ...runsOption(30, 'runs of each configuration on each side'),
  ...selectionOptions,
  analyze: flag('print the analysis instead of the samples'),
  ...csvOptions,
  ...recordingOptions,
  ...shardOptions,
  ...comparisonOptions,
  ...decidingOptions,
  ...duetOptions,
  ...pairOrderOption,
  ...orderOptions,
  ...executionOptions,
  ...memoryOptions,
  scale: flag('accepted for the sake of scripts; it changes nothing, rates are analysed as doubles'),
  ...printOptions,
};

export const compareTool: Tool<typeof options> = {
  spec: {
    name: 'compare',
    summary: 'Measures benchmarks under two Node.js binaries and says whether the new one is slower.',
    items: '<category|file|all> …',
    itemsHelp: selectionHelp,
    options,
    example: [
      '--old node-22 --new node-26 --analyze --max-regression 5 string_decoder',
      'compare two versions, fail when one configuration is more than 5 % slower',
    ],
  },
  async run(commandLine, context, interruption) {
    const { items } = commandLine;
    const given = withDuet(commandLine.options);
    const settings = resolveSettings(given);
    const cpusets = resolveDuet(given, settings.cpuset);
    const deciding = await resolveDeciding(given);
    const sides = await resolveSides(given, items, context, interruption.signal);
    try {
      return await compareSides(
        sides,
        { ...settings, deciding, cpusets },
        { ...commandLine, options: given },
        context,
        interruption,
      );
    } finally {
      await sides.remove();
    }
  },
};

type Settings = ReturnType<typeof resolveSettings> & {
  readonly deciding: Awaited<ReturnType<typeof resolveDeciding>>;
  readonly cpusets: ReturnType<typeof resolveDuet>;
};

async function compareSides(
  { variants, benchmarks }: Sides,
  { deciding, cpusets, ...settings }: Settings,
  { options: given, arguments: typed }: ParsedCommandLine<typeof options>,
  context: Context,
  interruption: Interruption,
): Promise<number> {
  const analyze = given.analyze || hasGate(given) || given.power;
  const csvTarget = given.csv ?? (analyze ? null : '-');
  const seed = await resolveSeed(given, context, interruption.signal);
  const memory = await watchMemory(given, context);
  const executor = context.createExecutor({
    cpuset: settings.cpuset,
    timeoutSeconds: given.timeout,
    showOutput: false,
    testMode: false,
    environmentSeed: given['isolate-env'] ? seed : null,
    memory: memory.options,
  });
  const whole = await makePlan(executor, benchmarks, variants, settings.variables, interruption.signal);
  const plan = await shardOf(whole, given, context, interruption.signal);
  const configurations = plan.benchmarks.reduce((sum, planned) => sum + planned.configurations.length, 0);
  const table = new SampleTable();
  const output = openCsv(csvTarget, given, context);
  const csv = output === null ? null : new CsvWriter(output, { kind: 'compare', memory: given.memory });
  await warnOfIdleGate(given, deciding?.design.maxRuns ?? given.runs, configurations, context);
  await memory.open();
  await csv?.writeHeader();
  const recording = await openRecording(
    {
      tool: 'compare',
      arguments: typed,
      options: given,
      seed,
      settings: {
        ...recordedSettings({ ...given, cpuset: settings.cpuset }),
        order: given.order,
        ...deciding?.settings,
        ...(cpusets === undefined ? {} : { duet: true }),
      },
      plan,
      shuffleConfigurations: false,
    },
    executor,
    output,
    context,
    interruption.signal,
  );
  const forecast = given.power ? new EarlyForecast(given.runs, given, context) : null;
  const schedule = { runs: given.runs, seed, order: given.order, shuffleConfigurations: false, cpusets };
  const measured = await measure({
    plan,
    executor,
    schedule,
    blocks: deciding?.blocks(plan, schedule, table),
    context,
    signal: interruption.signal,
    bail: given.bail,
    together: cpusets !== undefined,
    progress: given.progress,
    tellSeed: given.seed === null,
    dataOnStdout: csvTarget === '-',
    recording,
    async onSample(sample, tell) {
      await forecast?.before(sample, table.all, tell);
      if (analyze) table.add(sample);
      memory.add(sample);
      await csv?.write(sample);
    },
  });
  output?.close();
  await memory.finish();
  if (interruption.signal.aborted) {
    await context.stderr.write(`interrupted: ${measured.samples} of ${measured.jobs} runs were measured\n`);
  }
  if (deciding !== null) {
    await context.stderr.write(deciding.describe(measured.samples, configurations, variants.length));
  }
  const code =
    analyze && measured.samples > 0
      ? await reportComparison(table.all, given, context, deciding?.design)
      : EXIT.done;
  await context.stderr.write(describeTroubles({ plan, ...measured }));
  const incomplete = measured.failures.length > 0 || plan.unpaired.length > 0 || measured.samples === 0;
  return incomplete || measured.stopped ? EXIT.trouble : code;
}

if (require.main === module) runAsProgram(compareTool, process.argv.slice(2));
