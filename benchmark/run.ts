#!/usr/bin/env node
import { checkOutputs } from '../tools/cli/csv-output';
import type { RunRequest } from '../tools/cli/measured-run';
import { memoryOptions, watchMemory } from '../tools/cli/memory';
import { nodeOption, selectForNode } from '../tools/cli/one-node';
import {
  executionOptions,
  resolveSettings,
  runsOption,
  selectionHelp,
  selectionOptions,
} from '../tools/cli/option-groups';
import { oneOf, valueOption } from '../tools/cli/options';
import { recordedSettings, recordingOptions } from '../tools/cli/recording-options';
import { shardOf, shardOptions } from '../tools/cli/shards';
import { runAsProgram, type Tool } from '../tools/cli/tool';
import { formatValue } from '../tools/model/configuration';
import type { Sample } from '../tools/model/sample';
import { makePlan } from '../tools/plan/plan';

const options = {
  ...nodeOption,
  ...runsOption(1, 'runs of each configuration'),
  ...selectionOptions,
  format: valueOption(
    'FORMAT',
    'how samples are printed: simple or csv',
    oneOf('simple', 'csv'),
    'simple' as const,
  ),
  ...recordingOptions,
  ...shardOptions,
  ...executionOptions,
  ...memoryOptions,
};

/** `n=1 encoding='utf8': 1,234,567.8901` with at most four decimals. */
function simpleLine(sample: Sample): string {
  const configuration = sample.configuration.map(([key, value]) => `${key}=${formatValue(value)}`).join(' ');
  const rate = sample.rate.toLocaleString('en-US', { maximumFractionDigits: 4 });
  return `${sample.filename}${configuration === '' ? '' : ` ${configuration}`}: ${rate}\n`;
}

export const runTool: Tool<typeof options> = {
  spec: {
    name: 'run',
    summary: 'Runs benchmarks and prints their rates, in operations per second.',
    items: '[test] <category|file|all> …',
    itemsHelp: `${selectionHelp}\n"test" in front runs each benchmark once with its smallest configuration.`,
    options,
    example: ['--set n=1e5 --filter create string_decoder', 'run the files whose name contains "create"'],
  },
  async run({ options: given, items, arguments: typed }, context, interruption) {
    const settings = resolveSettings(given);
    const testMode = items.includes('test');
    const named = items.filter((item) => item !== 'test');
    const { variant, benchmarks } = await selectForNode(given, named, context);
    const toCsv = given.format === 'csv';
    // Rates alone do not show memory.
    const isShown = toCsv || given['memory-series'] !== null;
    const memory = await watchMemory({ ...given, memory: given.memory && isShown }, context);
    checkOutputs(given, context);
    const executor = await context.createExecutor({
      cpuset: settings.cpuset,
      timeoutSeconds: given.timeout,
      showOutput: true,
      testMode,
      memory: memory.options,
    });
    const [whole, { endRun, measureRun }] = await Promise.all([
      makePlan(executor, benchmarks, [variant], settings.variables, interruption.signal),
      // What measures and keeps is loaded while the benchmarks say what they have.
      import('../tools/cli/measured-run.js'),
    ]);
    const plan = await shardOf(whole, given, context, interruption.signal);
    const request: RunRequest = {
      plan,
      executor,
      // Nothing is drawn: one variant, configurations in their declared order.
      schedule: { runs: given.runs, seed: '', order: 'fixed', shuffleConfigurations: false },
      given,
      csv: { target: toCsv ? '-' : null, layout: { kind: 'run', memory: given.memory } },
      dataOnStdout: true,
      memory,
      recorded: {
        tool: 'run',
        arguments: typed,
        settings: recordedSettings({ ...given, cpuset: settings.cpuset }),
      },
      onSample: (sample) => (toCsv ? undefined : context.stdout.write(simpleLine(sample))),
    };
    return endRun(await measureRun(request, context, interruption), plan, context);
  },
};

if (require.main === module) runAsProgram(runTool, process.argv.slice(2));
