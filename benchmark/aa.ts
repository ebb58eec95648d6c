#!/usr/bin/env node
import { analyzeNoiseFloor } from '../tools/analysis/noise-floor';
import { SampleTable } from '../tools/analysis/sample-table';
import { EXIT } from '../tools/cli/exit-codes';
import { describeTroubles } from '../tools/cli/failures';
import { measure } from '../tools/cli/measure';
import {
  csvOptions,
  executionOptions,
  openCsv,
  orderOptions,
  pairOrderOption,
  printOptions,
  renderStyle,
  resolveSettings,
  runsOption,
  selectionHelp,
  selectionOptions,
} from '../tools/cli/option-groups';
import { flag, positiveInteger, text, valueOption } from '../tools/cli/options';
import { runAsProgram, type Tool } from '../tools/cli/tool';
import type { Variant } from '../tools/model/job';
import { selectBenchmarks } from '../tools/plan/benchmark-files';
import { makePlan } from '../tools/plan/plan';
import { CsvWriter } from '../tools/record/csv-writer';

const options = {
  node: valueOption(
    'NODE',
    'the Node.js binary to compare with itself: a path, or a name on PATH',
    text,
    null,
    'the running one',
  ),
  ...runsOption(10, 'runs of each configuration on each side in each comparison'),
  comparisons: valueOption('N', 'comparisons of each configuration', positiveInteger, 10),
  ...selectionOptions,
  json: flag('print JSON'),
  ...csvOptions,
  ...pairOrderOption,
  ...orderOptions,
  ...executionOptions,
  ascii: printOptions.ascii,
};

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
    const node = await context.findNodeBinary('--node', given.node);
    const variants = ['old', 'new'].map(
      (label): Variant => ({ label, binary: node.path, nodeArguments: [] }),
    );
    const benchmarks = selectBenchmarks({
      items,
      root: given.root,
      filter: given.filter,
      exclude: given.exclude,
      stripsTypes: node.stripsTypes,
      workingDirectory: context.workingDirectory,
    });
    const seed = given.seed ?? context.freshSeed();
    const executor = context.createExecutor({
      cpuset: settings.cpuset,
      timeoutSeconds: given.timeout,
      showOutput: false,
      testMode: false,
      memory: null,
      environmentSeed: given['isolate-env'] ? seed : null,
    });
    const plan = await makePlan(executor, benchmarks, variants, settings.variables, interruption.signal);
    const table = new SampleTable();
    const output = openCsv(given.csv, { force: given.force, resume: null }, context);
    const csv = output === null ? null : new CsvWriter(output, { kind: 'compare', memory: false });
    await csv?.writeHeader();
    const runs = given.runs * given.comparisons;
    const measured = await measure({
      plan,
      executor,
      schedule: { runs, seed, order: given.order, shuffleConfigurations: false },
      context,
      signal: interruption.signal,
      bail: given.bail,
      progress: given.progress,
      tellSeed: given.seed === null,
      dataOnStdout: given.csv === '-',
      recording: null,
      async onSample(sample) {
        table.add(sample);
        await csv?.write(sample);
      },
    });
    output?.close();
    if (measured.samples > 0) {
      const report = analyzeNoiseFloor(table.all, given.runs);
      const { renderNoiseReport } = await import('../tools/render/noise-floor-text.js');
      await context.stdout.write(
        given.json
          ? `${JSON.stringify(report, null, 2)}\n`
          : renderNoiseReport(report, renderStyle(given, context)),
      );
    }
    await context.stderr.write(describeTroubles({ plan, ...measured }));
    const incomplete = measured.failures.length > 0 || measured.samples === 0 || measured.stopped;
    return incomplete ? EXIT.trouble : EXIT.done;
  },
};

if (require.main === module) runAsProgram(aaTool, process.argv.slice(2));
