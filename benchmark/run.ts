#!/usr/bin/env node
import { EXIT } from '../tools/cli/exit-codes';
import { describeTroubles } from '../tools/cli/failures';
import { measure } from '../tools/cli/measure';
import { memoryOptions, watchMemory } from '../tools/cli/memory';
import {
  executionOptions,
  openCsv,
  resolveSettings,
  runsOption,
  selectionHelp,
  selectionOptions,
} from '../tools/cli/option-groups';
import { oneOf, text, valueOption } from '../tools/cli/options';
import { openRecording, recordedSettings, recordingOptions } from '../tools/cli/recording-options';
import { shardOf, shardOptions } from '../tools/cli/shards';
import { runAsProgram, type Tool } from '../tools/cli/tool';
import { formatValue } from '../tools/model/configuration';
import type { Sample } from '../tools/model/sample';
import { selectBenchmarks } from '../tools/plan/benchmark-files';
import { makePlan } from '../tools/plan/plan';
import { CsvWriter } from '../tools/record/csv-writer';

const options = {
  node: valueOption(
    'NODE',
    'the Node.js binary to measure: a path, or a name on PATH',
    text,
    null,
    'the running one',
  ),
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
    const node = await context.findNodeBinary('--node', given.node);
    const testMode = items.includes('test');
    const benchmarks = selectBenchmarks({
      items: items.filter((item) => item !== 'test'),
      root: given.root,
      filter: given.filter,
      exclude: given.exclude,
      stripsTypes: node.stripsTypes,
      workingDirectory: context.workingDirectory,
    });
    const toCsv = given.format === 'csv';
    // Rates alone do not show memory.
    const isShown = toCsv || given['memory-series'] !== null;
    const memory = await watchMemory({ ...given, memory: given.memory && isShown }, context);
    const executor = context.createExecutor({
      cpuset: settings.cpuset,
      timeoutSeconds: given.timeout,
      showOutput: true,
      testMode,
      memory: memory.options,
    });
    const variant = { label: 'node', binary: node.path, nodeArguments: [] };
    const whole = await makePlan(executor, benchmarks, [variant], settings.variables, interruption.signal);
    const plan = await shardOf(whole, given, context, interruption.signal);
    const output = openCsv(toCsv ? '-' : null, given, context);
    const csv = output === null ? null : new CsvWriter(output, { kind: 'run', memory: given.memory });
    await memory.open();
    await csv?.writeHeader();
    const recording = await openRecording(
      {
        tool: 'run',
        arguments: typed,
        // Nothing is drawn: one variant, configurations in their declared order.
        options: given,
        seed: '',
        settings: recordedSettings({ ...given, cpuset: settings.cpuset }),
        plan,
        shuffleConfigurations: false,
      },
      executor,
      output,
      context,
      interruption.signal,
    );
    const measured = await measure({
      plan,
      executor,
      schedule: { runs: given.runs, seed: '', order: 'fixed', shuffleConfigurations: false },
      context,
      signal: interruption.signal,
      bail: given.bail,
      progress: given.progress,
      tellSeed: false,
      dataOnStdout: true,
      recording,
      onSample(sample) {
        memory.add(sample);
        return csv === null ? context.stdout.write(simpleLine(sample)) : csv.write(sample);
      },
    });
    await memory.finish();
    await context.stderr.write(describeTroubles({ plan, ...measured }));
    return measured.failures.length > 0 || measured.samples === 0 || measured.stopped
      ? EXIT.trouble
      : EXIT.done;
  },
};

if (require.main === module) runAsProgram(runTool, process.argv.slice(2));
