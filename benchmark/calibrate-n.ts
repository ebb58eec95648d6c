#!/usr/bin/env node
import { calibrationHelp, calibrationOptions, criteriaOf } from '../tools/cli/calibration-options';
import { CalibrationProgress } from '../tools/cli/calibration-progress';
import { reportCalibration } from '../tools/cli/calibration-report';
import { EXIT } from '../tools/cli/exit-codes';
import { describeTroubles } from '../tools/cli/failures';
import { runBlocks } from '../tools/cli/measure';
import { nodeOption, selectForNode } from '../tools/cli/one-node';
import {
  executionOptions,
  orderOptions,
  resolveSettings,
  selectionHelp,
  selectionOptions,
  styleOptions,
} from '../tools/cli/option-groups';
import { flag } from '../tools/cli/options';
import { runAsProgram, type Tool } from '../tools/cli/tool';
import { UsageError } from '../tools/model/errors';
import { CalibrationSchedule } from '../tools/plan/calibration-schedule';
import { makePlan } from '../tools/plan/plan';

const options = {
  ...nodeOption,
  ...calibrationOptions,
  ...selectionOptions,
  ...orderOptions,
  ...executionOptions,
  json: flag('print the result as JSON instead of the table'),
  ...styleOptions,
};

export const calibrateTool: Tool<typeof options> = {
  spec: {
    name: 'calibrate-n',
    summary: 'Finds for each configuration the smallest n that measures it well.',
    items: '<category|file|all> …',
    itemsHelp: `${selectionHelp}\n\n${calibrationHelp}`,
    options,
    example: [
      '--min-time 200 --set encoding=utf8 string_decoder/string-decoder.js',
      'the smallest n at which every process measures 200 ms or more',
    ],
  },
  async run({ options: given, items }, context, interruption) {
    const settings = resolveSettings(given);
    const criteria = criteriaOf(given);
    if (settings.variables.some((setting) => setting.startsWith('n='))) {
      throw new UsageError('--set n: n is what calibrate-n looks for; --start-n says where it begins');
    }
    const { variant, benchmarks } = await selectForNode(given, items, context);
    const executor = await context.createExecutor({
      cpuset: settings.cpuset,
      timeoutSeconds: given.timeout,
      memory: null,
    });
    const plan = await makePlan(executor, benchmarks, [variant], settings.variables, interruption.signal);
    const seed = given.seed ?? context.freshSeed();
    const schedule = new CalibrationSchedule(plan, criteria, seed, context.now);
    const progress = { context, wanted: given.progress, dataOnStdout: false };
    const ran = await runBlocks(schedule.blocks(), new CalibrationProgress(progress, schedule), {
      plan,
      executor,
      context,
      signal: interruption.signal,
      bail: given.bail,
      recording: null,
      onSample: (sample) => schedule.add(sample),
    });
    const { findings, count } = schedule;
    if (interruption.signal.aborted) {
      await context.stderr.write(
        `interrupted: ${findings.length} of ${count} configurations were calibrated\n`,
      );
    }
    await reportCalibration({ criteria, seed, findings }, given, context);
    await context.stderr.write(describeTroubles({ plan, ...ran }));
    const complete = ran.failures.length === 0 && count > 0 && findings.length === count;
    return complete && findings.every(({ n }) => n !== null) ? EXIT.done : EXIT.trouble;
  },
};

if (require.main === module) runAsProgram(calibrateTool, process.argv.slice(2));
