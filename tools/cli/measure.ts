import { execute, type Step } from '../execute/execute';
import type { Executor } from '../execute/executor';
import { OutputError } from '../model/errors';
import type { Block } from '../model/job';
import type { Failure, Outcome, Sample } from '../model/sample';
import type { Plan } from '../plan/plan';
import { countJobs, type ScheduleOptions, schedule } from '../plan/schedule';
import type { Context } from './context';
import { reportFailure } from './failures';
import { Progress } from './progress';
import type { RunRecording } from './run-recording';

/** Writes to stderr without spoiling the progress line. */
export type Tell = (text: string) => Promise<void>;

export interface RunOptions {
  readonly plan: Plan;
  readonly executor: Executor;
  readonly context: Context;
  readonly signal: AbortSignal;
  readonly bail: boolean;
  /** Run the jobs of a block at the same time. */
  readonly together?: boolean;
  /** Null when the run is not recorded. Closed when the run is over, however it ends. */
  readonly recording: RunRecording | null;
  /** Receives each sample the moment it exists. An OutputError that it throws ends the run. */
  readonly onSample: (sample: Sample, tell: Tell) => void | Promise<void>;
}

export interface MeasureOptions extends RunOptions {
  readonly schedule: ScheduleOptions;
  /** Makes the blocks with earlier outcomes in view; without it they are those of the schedule. */
  readonly blocks?: Iterable<Block> | undefined;
  readonly progress: boolean;
  readonly dataOnStdout: boolean;
  /** Say which seed was drawn, so that the run can be repeated. */
  readonly tellSeed: boolean;
}

/** What became of the blocks that were run. */
export interface Ran {
  readonly failures: readonly Failure[];
  readonly skippedJobs: number;
  readonly samples: number;
  /** Whether the run was ended because what it measured could not be written. */
  readonly stopped: boolean;
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
  if (options.tellSeed) {
    await context.stderr.write(`the order was drawn with --seed ${options.schedule.seed}\n`);
  }
  const ran = await runBlocks(options.blocks ?? schedule(plan, options.schedule), progress, options);
  return { ...ran, jobs: countJobs(plan, runs) };
}

/**
 * Runs blocks of a plan one after another. A block is taken from `blocks` when the samples of the one before have been
 * handed on, so that whoever makes the blocks can go by them.
 */
export async function runBlocks(
  blocks: Iterable<Block>,
  progress: RunProgress,
  options: RunOptions,
): Promise<Ran> {
  const { plan, executor, context, signal, bail, recording } = options;
  const failures: Failure[] = [...plan.failures];
  let skippedJobs = 0;
  let samples = 0;
  for (const failure of failures) await reportFailure(failure, context);
  const tell = async (text: string) => {
    await progress.clear();
    await context.stderr.write(text);
  };
  let through = false;
  let problem: OutputError | null = null;
  try {
    const steps = execute(bail && failures.length > 0 ? [] : blocks, recording?.executor ?? executor, {
      signal,
      bail,
      together: options.together,
      beforeBenchmark: (benchmark) => plan.roots.acquire(benchmark),
      afterBenchmark: (benchmark) => plan.roots.release(benchmark),
    });
    for await (const step of steps) {
      if (step.kind === 'skipped') {
        skippedJobs++;
      } else {
        if (step.kind === 'sample') samples++;
        problem = await keep(step, options, tell);
        if (step.kind === 'failure') {
          failures.push(step.failure);
          await progress.clear();
          await reportFailure(step.failure, context);
        }
        if (problem !== null) break;
      }
      await progress.advance(step);
    }
    through = problem === null && !signal.aborted && !(bail && failures.length > 0);
  } finally {
    await progress.clear().catch(() => {});
    await plan.roots.releaseAll();
    const end = { complete: through, samples, failures, skippedJobs };
    problem = (await closeRecording(recording, end)) ?? problem;
  }
  if (problem !== null) await context.stderr.write(`stopped: ${problem.message}\n`);
  return { failures, skippedJobs, samples, stopped: problem !== null };
}

/** Gives an outcome to all who keep it, to the last even when the first cannot; gives what went wrong. */
async function keep(
  outcome: Outcome,
  { recording, onSample }: RunOptions,
  tell: Tell,
): Promise<OutputError | null> {
  let problem: OutputError | null = null;
  // The recording comes first, so that no other file has more than it.
  const takers = [
    () => recording?.add(outcome),
    () => (outcome.kind === 'sample' ? onSample(outcome.sample, tell) : undefined),
  ];
  for (const take of takers) {
    try {
      await take();
    } catch (error) {
      if (!(error instanceof OutputError)) throw error;
      problem ??= error;
    }
  }
  return problem;
}

async function closeRecording(
  recording: RunRecording | null,
  end: Parameters<RunRecording['close']>[0],
): Promise<OutputError | null> {
  try {
    await recording?.close(end);
    return null;
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    return error;
  }
}
