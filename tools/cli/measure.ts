import { execute } from '../execute/execute';
import type { Executor } from '../execute/executor';
import type { Failure, Sample } from '../model/sample';
import type { Plan } from '../plan/plan';
import { countJobs, type ScheduleOptions, schedule } from '../plan/schedule';
import type { Context } from './context';
import { reportFailure } from './failures';
import { Progress } from './progress';

export interface MeasureOptions {
  readonly plan: Plan;
  readonly executor: Executor;
  readonly schedule: ScheduleOptions;
  readonly context: Context;
  readonly signal: AbortSignal;
  readonly bail: boolean;
  readonly progress: boolean;
  readonly dataOnStdout: boolean;
  /** Say which seed was drawn, so that the run can be repeated. */
  readonly tellSeed: boolean;
  /** Receives each sample the moment it exists. */
  readonly onSample: (sample: Sample) => void | Promise<void>;
}

export interface Measured {
  readonly failures: readonly Failure[];
  readonly skippedJobs: number;
  readonly samples: number;
  /** Jobs the plan had. */
  readonly jobs: number;
}

/** Runs a plan from its first job to its last: samples are handed on as they come, failures told as they happen. */
export async function measure(options: MeasureOptions): Promise<Measured> {
  const { plan, executor, context, signal, bail } = options;
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
  const failures: Failure[] = [...plan.failures];
  let skippedJobs = 0;
  let samples = 0;
  for (const failure of failures) await reportFailure(failure, context);
  if (options.tellSeed) {
    await context.stderr.write(`the order was drawn with --seed ${options.schedule.seed}\n`);
  }
  try {
    if (bail && failures.length > 0) return { failures, skippedJobs, samples, jobs: countJobs(plan, runs) };
    const steps = execute(schedule(plan, options.schedule), executor, {
      signal,
      bail,
      beforeBenchmark: (benchmark) => plan.roots.acquire(benchmark),
      afterBenchmark: (benchmark) => plan.roots.release(benchmark),
    });
    for await (const step of steps) {
      if (step.kind === 'sample') {
        samples++;
        await options.onSample(step.sample);
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
    await plan.roots.releaseAll();
  }
  return { failures, skippedJobs, samples, jobs: countJobs(plan, runs) };
}
