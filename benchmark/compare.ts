#!/usr/bin/env node
import { SampleTable } from '../tools/analysis/sample-table';
import {
  checkGate,
  comparisonOptions,
  hasGate,
  reportComparison,
  warnOfIdleGate,
} from '../tools/cli/comparison-report';
import type { Context } from '../tools/cli/context';
import { checkOutputs } from '../tools/cli/csv-output';
import { decidingOptions, resolveDeciding } from '../tools/cli/deciding';
import { checkDuet, duetOptions, resolveDuet, withDuet } from '../tools/cli/duet';
import { EXIT } from '../tools/cli/exit-codes';
import type { Interruption } from '../tools/cli/interruption';
import type { RunRequest } from '../tools/cli/measured-run';
import { memoryOptions, watchMemory } from '../tools/cli/memory';
import {
  csvOptions,
  executionOptions,
  orderOptions,
  pairOrderOption,
  printOptions,
  resolveSettings,
  runsOption,
  selectionHelp,
  selectionOptions,
} from '../tools/cli/option-groups';
import { flag, type ParsedCommandLine, text, valueOption } from '../tools/cli/options';
import { recordedSettings, recordingOptions, resolveSeed } from '../tools/cli/recording-options';
import { shardOf, shardOptions } from '../tools/cli/shards';
import { resolveSides, type Sides, sideOptions } from '../tools/cli/sides';
import { runAsProgram, type Tool } from '../tools/cli/tool';
import type { Variant } from '../tools/model/job';
import { makePlan } from '../tools/plan/plan';

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
  scale: valueOption(
    'N',
    'accepted for the sake of scripts; it changes nothing, rates are analysed as doubles',
    text,
    null,
    'none',
  ),
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
    check(given) {
      checkGate(given);
      checkDuet(given);
    },
  },
  async run(commandLine, context, interruption) {
    const { items } = commandLine;
    if (commandLine.options.scale !== null) {
      await context.stderr.write('--scale changes nothing: rates are analysed as doubles\n');
    }
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

/** A PORT for each side of a duet and of each shard: they may listen at the same time on one machine. */
function withPorts(
  variants: readonly Variant[],
  shard: { readonly index: number } | null,
  together: boolean,
): readonly Variant[] {
  if (shard === null && !together) return variants;
  const first = (Number(process.env['PORT']) || 12346) + 20 * ((shard?.index ?? 1) - 1);
  return variants.map((variant, at) => ({ ...variant, port: first + 10 * at }));
}

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
  checkOutputs(given, context);
  const executor = await context.createExecutor({
    cpuset: settings.cpuset,
    timeoutSeconds: given.timeout,
    environmentSeed: given['isolate-env'] ? seed : null,
    memory: memory.options,
  });
  const [whole, { endRun, measureRun }] = await Promise.all([
    makePlan(
      executor,
      benchmarks,
      withPorts(variants, given.shard, cpusets !== undefined),
      settings.variables,
      interruption.signal,
    ),
    // What measures and keeps is loaded while the benchmarks say what they have.
    import('../tools/cli/measured-run.js'),
  ]);
  const plan = await shardOf(whole, given, context, interruption.signal);
  const configurations = plan.benchmarks.reduce((sum, planned) => sum + planned.configurations.length, 0);
  const table = new SampleTable();
  await warnOfIdleGate(given, deciding?.design.maxRuns ?? given.runs, configurations, context);
  const forecast = given.power
    ? new (await import('../tools/cli/early-forecast.js')).EarlyForecast(given.runs, given, context)
    : null;
  const schedule = { runs: given.runs, seed, order: given.order, shuffleConfigurations: false, cpusets };
  const request: RunRequest = {
    plan,
    executor,
    schedule,
    blocks: deciding?.blocks(plan, schedule, table),
    together: cpusets !== undefined,
    given,
    csv: { target: csvTarget, layout: { kind: 'compare', memory: given.memory } },
    memory,
    recorded: {
      tool: 'compare',
      arguments: typed,
      settings: {
        ...recordedSettings({ ...given, cpuset: settings.cpuset }),
        order: given.order,
        ...deciding?.settings,
        ...(cpusets === undefined ? {} : { duet: true }),
      },
    },
    async onSample(sample, tell) {
      await forecast?.before(sample, table.all, tell);
      if (analyze) table.add(sample);
      for (const file of sample.outside ?? []) outside.add(file);
    },
  };
  const outside = new Set<string>();
  const measured = await measureRun(request, context, interruption);
  if (deciding !== null) {
    await context.stderr.write(deciding.describe(measured.samples, configurations, variants.length));
  }
  const code =
    analyze && measured.samples > 0
      ? await reportComparison(table.all, given, context, deciding?.design)
      : EXIT.done;
  if (outside.size > 0) {
    await context.stderr.write(
      `warning: both sides loaded files of the repository itself, outside their checkouts, and so the same code: ${[...outside].join(', ')} [outside-checkout]\n`,
    );
    if (hasGate(given)) {
      await context.stderr.write('a gate cannot judge sides that share the code under test\n');
      return EXIT.trouble;
    }
  }
  return endRun(measured, plan, context, code);
}

if (require.main === module) runAsProgram(compareTool, process.argv.slice(2));
