#!/usr/bin/env node
import { analyzeNoiseFloor } from '../tools/analysis/noise-floor';
import { SampleTable } from '../tools/analysis/sample-table';
import { printResult } from '../tools/cli/context';
import { checkOutputs } from '../tools/cli/csv-output';
import type { RunRequest } from '../tools/cli/measured-run';
import { nodeOption, selectForNode } from '../tools/cli/one-node';
import {
  csvOptions,
  executionOptions,
  orderOptions,
  pairOrderOption,
  renderStyle,
  resolveSettings,
  runsOption,
  selectionHelp,
  selectionOptions,
  styleOptions,
} from '../tools/cli/option-groups';
import { flag, positiveInteger, valueOption } from '../tools/cli/options';
import { runAsProgram, type Tool } from '../tools/cli/tool';
import type { Variant } from '../tools/model/job';
import { makePlan } from '../tools/plan/plan';

const options = {
  ...nodeOption,
  ...runsOption(10, 'runs of each configuration on each side in each comparison'),
  comparisons: valueOption('N', 'comparisons of each configuration', positiveInteger, 10),
  ...selectionOptions,
  json: flag('print JSON'),
  ...csvOptions,
  ...pairOrderOption,
  ...orderOptions,
  ...executionOptions,
  ...styleOptions,
};

const NOT_RECORDED = { record: null, resume: null, shard: null } as const;

export const aaTool: Tool<typeof options> = {
  spec: {
    name: 'aa',
    summary: 'Compares a Node.js binary with itself: how much noise there is, and what can be found in it.',
    items: '<category|file|all> …',
    itemsHelp: selectionHelp,
    options,
    example: ['--comparisons 20 es', 'false stars, interval widths and detectable changes of a category'],
  },
  async run({ options: given, items }, context, interruption) {
    const settings = resolveSettings(given);
    const { variant, benchmarks } = await selectForNode(given, items, context);
    const variants = ['old', 'new'].map((label): Variant => ({ ...variant, label }));
    const seed = given.seed ?? context.freshSeed();
    checkOutputs(given, context);
    const executor = await context.createExecutor({
      cpuset: settings.cpuset,
      timeoutSeconds: given.timeout,
      memory: null,
      environmentSeed: given['isolate-env'] ? seed : null,
    });
    const [plan, { endRun, measureRun }] = await Promise.all([
      makePlan(executor, benchmarks, variants, settings.variables, interruption.signal),
      // What measures and keeps is loaded while the benchmarks say what they have.
      import('../tools/cli/measured-run.js'),
    ]);
    const table = new SampleTable();
    const runs = given.runs * given.comparisons;
    const request: RunRequest = {
      plan,
      executor,
      schedule: { runs, seed, order: given.order, shuffleConfigurations: false },
      given: { ...given, ...NOT_RECORDED },
      csv: { target: given.csv, layout: { kind: 'compare', memory: false } },
      memory: null,
      recorded: null,
      onSample: (sample) => table.add(sample),
    };
    const measured = await measureRun(request, context, interruption);
    if (measured.samples > 0) {
      const report = analyzeNoiseFloor(table.all, given.runs);
      const { renderNoiseReport } = await import('../tools/render/noise-floor-text.js');
      await printResult(
        context,
        given.json
          ? `${JSON.stringify(report, null, 2)}\n`
          : renderNoiseReport(report, renderStyle(given, context)),
      );
    }
    return endRun(measured, plan, context);
  },
};

if (require.main === module) runAsProgram(aaTool, process.argv.slice(2));
