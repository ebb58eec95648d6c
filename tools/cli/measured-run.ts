import type { Executor } from '../execute/executor';
import type { Block } from '../model/job';
import type { RecordedTool } from '../model/recording';
import type { Sample } from '../model/sample';
import type { Plan } from '../plan/plan';
import type { ScheduleOptions } from '../plan/schedule';
import { type CsvLayout, CsvWriter } from '../record/csv-writer';
import type { Context } from './context';
import { openCsv } from './csv-output';
import { EXIT } from './exit-codes';
import { describeTroubles } from './failures';
import type { Interruption } from './interruption';
import { type Measured, measure, type Tell } from './measure';
import type { MemoryWatch } from './memory';
import { openRecording, type RecordedRun } from './recording-options';

/** A run from its plan to the files it fills. */
export interface RunRequest {
  readonly plan: Plan;
  readonly executor: Executor;
  readonly schedule: ScheduleOptions;
  /** Makes the blocks with earlier outcomes in view; without it they are those of the schedule. */
  readonly blocks?: Iterable<Block> | undefined;
  /** Run the jobs of a block at the same time. */
  readonly together?: boolean;
  readonly given: RecordedRun['options'] & {
    /** Null when it was drawn, which the person is then told; absent when the run draws nothing. */
    readonly seed?: string | null;
    readonly bail: boolean;
    readonly progress: boolean;
  };
  /** Where the samples go (null: nowhere, `-`: stdout), and with which columns. */
  readonly csv: { readonly target: string | null; readonly layout: CsvLayout };
  /** Results are printed while the run lasts, CSV or not. */
  readonly dataOnStdout?: boolean;
  /** Null when memory is none of the tool's business. */
  readonly memory: MemoryWatch | null;
  /** What a recording says of the run; null when the tool keeps none. */
  readonly recorded: (Pick<RecordedRun, 'arguments' | 'settings'> & { readonly tool: RecordedTool }) | null;
  /** Receives each sample before it is written. */
  readonly onSample?: (sample: Sample, tell: Tell) => void | Promise<void>;
}

/**
 * Opens what the samples are kept in, measures the plan, and closes it again; says on stderr when the run was
 * interrupted. Throws a UsageError, before anything is measured, for a file that cannot be written.
 */
export async function measureRun(
  request: RunRequest,
  context: Context,
  interruption: Interruption,
): Promise<Measured> {
  try {
    return await measureAndKeep(request, context, interruption);
  } finally {
    // However it ends: what a benchmark's setup made is removed by its root process.
    await request.plan.roots.releaseAll();
  }
}

async function measureAndKeep(
  request: RunRequest,
  context: Context,
  { signal }: Interruption,
): Promise<Measured> {
  const { plan, executor, schedule, given, csv, memory, recorded } = request;
  const output = openCsv(csv.target, given, context);
  const writer = output === null ? null : new CsvWriter(output, csv.layout);
  await memory?.open();
  await writer?.writeHeader();
  const { shuffleConfigurations } = schedule;
  const recording =
    // A plan that was interrupted is cut short: what recorded it could never be resumed.
    recorded === null || signal.aborted
      ? null
      : await openRecording(
          { ...recorded, options: given, seed: schedule.seed, plan, shuffleConfigurations },
          executor,
          output,
          context,
          signal,
        );
  const measured = await measure({
    plan,
    executor,
    schedule,
    blocks: request.blocks,
    context,
    signal,
    bail: given.bail,
    together: request.together ?? false,
    progress: given.progress,
    tellSeed: given.seed === null,
    dataOnStdout: request.dataOnStdout ?? csv.target === '-',
    recording,
    async onSample(sample, tell) {
      await request.onSample?.(sample, tell);
      memory?.add(sample);
      // What follows the recording is cut back to it: a full disk may have left it a sample less.
      if (recording?.hasAdded === true) output?.cutHere?.();
      await writer?.write(sample);
    },
  });
  output?.close();
  await memory?.finish();
  if (signal.aborted) {
    await context.stderr.write(`interrupted: ${measured.samples} of ${measured.jobs} runs were measured\n`);
  }
  return measured;
}

/**
 * The end of a run: lists what failed, and gives the exit code, `code` for a run that is complete. A failure outranks
 * what the samples say: they are not all there.
 */
export async function endRun(
  measured: Measured,
  plan: Plan,
  context: Context,
  code: number = EXIT.done,
): Promise<number> {
  await context.stderr.write(describeTroubles({ plan, ...measured }));
  const { failures, samples, stopped } = measured;
  const incomplete = failures.length > 0 || plan.unpaired.length > 0 || samples === 0 || stopped;
  return incomplete ? EXIT.trouble : code;
}
