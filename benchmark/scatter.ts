#!/usr/bin/env node
import { SampleTable } from '../tools/analysis/sample-table';
import { checkOutputs } from '../tools/cli/csv-output';
import type { RunRequest } from '../tools/cli/measured-run';
import { memoryOptions, watchMemory } from '../tools/cli/memory';
import { nodeOption, selectForNode } from '../tools/cli/one-node';
import {
  csvOptions,
  executionOptions,
  orderOptions,
  printOptions,
  resolveSettings,
  runsOption,
  selectionOptions,
} from '../tools/cli/option-groups';
import { flag } from '../tools/cli/options';
import { recordedSettings, recordingOptions, resolveSeed } from '../tools/cli/recording-options';
import { checkAxes, reportScatter, scatterAxes } from '../tools/cli/scatter-report';
import { shardOf, shardOptions } from '../tools/cli/shards';
import { runAsProgram, type Tool } from '../tools/cli/tool';
import { UsageError } from '../tools/model/errors';
import { makePlan, type Plan } from '../tools/plan/plan';

const { root, set } = selectionOptions;

const options = {
  ...nodeOption,
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
    const { variant, benchmarks } = await selectForNode(given, items, context);
    if (benchmarks.length > 1)
      throw new UsageError(`"${items[0]}" is a category; scatter takes one file of it`);
    const seed = await resolveSeed(given, context, interruption.signal);
    const memory = await watchMemory(given, context);
    checkOutputs(given, context);
    const executor = await context.createExecutor({
      cpuset: settings.cpuset,
      timeoutSeconds: given.timeout,
      environmentSeed: given['isolate-env'] ? seed : null,
      memory: memory.options,
    });
    const [whole, { endRun, measureRun }] = await Promise.all([
      makePlan(executor, benchmarks, [variant], settings.variables, interruption.signal),
      // What measures and keeps is loaded while the benchmark says what it has.
      import('../tools/cli/measured-run.js'),
    ]);
    const plan = await shardOf(whole, given, context, interruption.signal);
    const parameters = parametersOf(plan);
    try {
      if (plan.failures.length === 0) checkAxes(given, parameters, items[0]!);
    } catch (error) {
      await plan.roots.releaseAll();
      throw error;
    }
    const table = new SampleTable();
    const request: RunRequest = {
      plan,
      executor,
      schedule: {
        runs: given.runs,
        seed,
        order: 'fixed',
        // A machine that slows down during a round must not look like a slope.
        shuffleConfigurations: true,
      },
      given,
      csv: {
        target: given.csv ?? (given.analyze ? null : '-'),
        layout: { kind: 'scatter', memory: given.memory, parameters },
      },
      memory,
      recorded: {
        tool: 'scatter',
        arguments: typed,
        settings: recordedSettings({ ...given, cpuset: settings.cpuset }),
      },
      onSample(sample) {
        if (given.analyze) table.add(sample);
      },
    };
    const measured = await measureRun(request, context, interruption);
    if (given.analyze && measured.samples > 0) await reportScatter(table.all, given, context);
    return endRun(measured, plan, context);
  },
};

if (require.main === module) runAsProgram(scatterTool, process.argv.slice(2));
