import { execute, type Step } from '../execute/execute';
import type { Executor } from '../execute/executor';
import type { Block } from '../model/job';
import type { Failure, Sample } from '../model/sample';
import type { Plan } from '../plan/plan';
import { countJobs, type ScheduleOptions, schedule } from '../plan/schedule';
import type { Context } from './context';
import { reportFailure } from './failures';
import { Progress } from './progress';

export interface RunOptions {
  readonly plan: Plan;
  readonly executor: Executor;
  readonly context: Context;
  readonly signal: AbortSignal;
  readonly bail: boolean;
  /** Receives each sample the moment it exists. */
  readonly onSample: (sample: Sample) => void | Promise<void>;
}

export interface MeasureOptions extends RunOptions {
  readonly schedule: ScheduleOptions;
  readonly progress: boolean;
  readonly dataOnStdout: boolean;
}

/** What became of the blocks that were run. */
export interface Ran {
  readonly failures: readonly Failure[];
  readonly skippedJobs: number;
  readonly samples: number;
}

export interface Measured extends Ran {
  /** Jobs the plan had. */
  readonly jobs: number;
}

/** Shows how far a run is. */
export interface RunProgress {
  advance(step: Step): Promise<void>;
  clear(): Promise<void>;
}

/** Runs a plan from its first job to its last: samples are handed on as they come, failures told as they happen. */
export async function measure(options: MeasureOptions): Promise<Measured> {
  const { plan, context } = options;
  const runs = options.schedule.runs;
  const configurations = new Map(
    plan.benchmarks.map(({ benchmark, configurations }) => [benchmark.filename, configurations.length]),
  );
  const configurationsOfFile = (filename: string) =>
    (configurations.get(filename) ?? 0) * plan.variants.length;
  const progress = new Progress({
    context,
    wanted: options.progress,
    dataOnStdout: options.dataOnStdout,
    files: plan.benchmarks.length,
    jobs: countJobs(plan, runs),
    jobsOfFile: (filename) => configurationsOfFile(filename) * runs,
    configurationsOfFile,
  });
  const ran = await runBlocks(schedule(plan, options.schedule), progress, options);
  return { ...ran, jobs: countJobs(plan, runs) };
}

/**
 * Runs blocks of a plan one after another. A block is taken from `blocks` when the samples of the one before have been
 * handed on, so that whoever makes the blocks can go by them.
 */
export async function runBlocks(
  blocks: Iterable<Block>,
  progress: RunProgress,
  { plan, executor, context, signal, bail, onSample }: RunOptions,
): Promise<Ran> {
  const failures: Failure[] = [...plan.failures];
  let skippedJobs = 0;
  let samples = 0;
  for (const failure of failures) await reportFailure(failure, context);
  try {
    if (bail && failures.length > 0) return { failures, skippedJobs, samples };
    const steps = execute(blocks, executor, {
      signal,
      bail,
      beforeBenchmark: (benchmark) => plan.roots.acquire(benchmark),
      afterBenchmark: (benchmark) => plan.roots.release(benchmark),
    });
    for await (const step of steps) {
      if (step.kind === 'sample') {
        samples++;
        await onSample(step.sample);
      } else if (step.kind === 'failure') {
        failures.push(step.failure);
        await progress.clear();
        await reportFailure(step.failure, context);
      } else {
        skippedJobs++;
      }
      await progress.advance(step);
    }
  } finally {
    await progress.clear().catch(() => {});
    plan.roots.releaseAll();
  }
  return { failures, skippedJobs, samples };
}
