#!/usr/bin/env node
import { SampleTable } from '../tools/analysis/sample-table';
import { EXIT } from '../tools/cli/exit-codes';
import { describeTroubles } from '../tools/cli/failures';
import { measure } from '../tools/cli/measure';
import { memoryOptions, watchMemory } from '../tools/cli/memory';
import {
  csvOptions,
  executionOptions,
  openCsv,
  orderOptions,
  printOptions,
  resolveSettings,
  runsOption,
  selectionOptions,
} from '../tools/cli/option-groups';
import { flag, text, valueOption } from '../tools/cli/options';
import {
  openRecording,
  recordedSettings,
  recordingOptions,
  resolveSeed,
} from '../tools/cli/recording-options';
import { checkAxes, reportScatter, scatterAxes } from '../tools/cli/scatter-report';
import { shardOf, shardOptions } from '../tools/cli/shards';
import { runAsProgram, type Tool } from '../tools/cli/tool';
import { UsageError } from '../tools/model/errors';
import { selectBenchmarks } from '../tools/plan/benchmark-files';
import { makePlan, type Plan } from '../tools/plan/plan';
import { CsvWriter } from '../tools/record/csv-writer';

const { root, set } = selectionOptions;

const options = {
  node: valueOption(
    'NODE',
    'the Node.js binary to measure: a path, or a name on PATH',
    text,
    null,
    'the running one',
  ),
  ...runsOption(30, 'runs of each configuration'),
  root,
  set,
  analyze: flag('print the analysis instead of the samples'),
  ...scatterAxes,
  ...csvOptions,
  ...recordingOptions,
  ...shardOptions,
  ...orderOptions,
  ...executionOptions,
  ...memoryOptions,
  ...printOptions,
};

/** The variables of a plan's only benchmark, in declared order, over all its configurations. */
function parametersOf(plan: Plan): string[] {
  const configurations = plan.benchmarks.flatMap((planned) => planned.configurations);
  return [...new Set(configurations.flatMap(({ configuration }) => configuration.map(([key]) => key)))];
}

export const scatterTool: Tool<typeof options> = {
  spec: {
    name: 'scatter',
    summary: 'Sweeps the parameters of one benchmark and says how its rate depends on them.',
    items: '<file>',
    itemsHelp: 'One benchmark file, by its path or as category/file under --root.',
    options,
    example: [
      '--runs 6 --analyze --xaxis chunkLen --category encoding string_decoder/string-decoder.js',
      'the rate against the length of the chunks, a line for each encoding',
    ],
  },
  async run({ options: given, items, arguments: typed }, context, interruption) {
    const settings = resolveSettings(given);
    if (items.length !== 1) throw new UsageError(`expected one benchmark file, got ${items.length}`);
    if (given.analyze && given.xaxis === null) {
      throw new UsageError('--xaxis is missing: --analyze needs the variable to sweep, --xaxis VARIABLE');
    }
    const node = await context.findNodeBinary('--node', given.node);
    const benchmarks = selectBenchmarks({
      items,
      root: given.root,
      filter: [],
      exclude: [],
      stripsTypes: node.stripsTypes,
      workingDirectory: context.workingDirectory,
    });
    if (benchmarks.length > 1)
      throw new UsageError(`"${items[0]}" is a category; scatter takes one file of it`);
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
    const variant = { label: 'node', binary: node.path, nodeArguments: [] };
    const whole = await makePlan(executor, benchmarks, [variant], settings.variables, interruption.signal);
    const plan = await shardOf(whole, given, context, interruption.signal);
    const parameters = parametersOf(plan);
    try {
      if (plan.failures.length === 0) checkAxes(given, parameters, items[0]!);
    } catch (error) {
      await plan.roots.releaseAll();
      throw error;
    }
    const table = new SampleTable();
    const target = given.csv ?? (given.analyze ? null : '-');
    const output = openCsv(target, given, context);
    const csv =
      output === null ? null : new CsvWriter(output, { kind: 'scatter', memory: given.memory, parameters });
    await memory.open();
    await csv?.writeHeader();
    const recording = await openRecording(
      {
        tool: 'scatter',
        arguments: typed,
        options: given,
        seed,
        settings: recordedSettings({ ...given, cpuset: settings.cpuset }),
        plan,
        shuffleConfigurations: true,
      },
      executor,
      output,
      context,
      interruption.signal,
    );
    const measured = await measure({
      plan,
      executor,
      schedule: {
        runs: given.runs,
        seed,
        order: 'fixed',
        // A machine that slows down during a round must not look like a slope.
        shuffleConfigurations: true,
      },
      context,
      signal: interruption.signal,
      bail: given.bail,
      progress: given.progress,
      tellSeed: given.seed === null,
      dataOnStdout: target === '-',
      recording,
      async onSample(sample) {
        if (given.analyze) table.add(sample);
        memory.add(sample);
        await csv?.write(sample);
      },
    });
    output?.close();
    await memory.finish();
    if (interruption.signal.aborted) {
      await context.stderr.write(`interrupted: ${measured.samples} of ${measured.jobs} runs were measured\n`);
    }
    if (given.analyze && measured.samples > 0) await reportScatter(table.all, given, context);
    await context.stderr.write(describeTroubles({ plan, ...measured }));
    return measured.failures.length > 0 || measured.samples === 0 || measured.stopped
      ? EXIT.trouble
      : EXIT.done;
  },
};

if (require.main === module) runAsProgram(scatterTool, process.argv.slice(2));
