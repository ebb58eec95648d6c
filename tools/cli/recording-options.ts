import type { Executor } from '../execute/executor';
import { UsageError } from '../model/errors';
import type { RecordedTool, Shard } from '../model/recording';
import type { Plan } from '../plan/plan';
import type { Output } from '../record/output';
import type { Context } from './context';
import { text, valueOption } from './options';
import type { RunRecording } from './run-recording';

/** Keeping a run so that it can be taken up again, in every tool that measures. */
export const recordingOptions = {
  record: valueOption('FILE', 'record the run in FILE, for --resume and analyze', text, null),
  resume: valueOption(
    'FILE',
    'finish the run recorded in FILE; the other options stay as they were',
    text,
    null,
  ),
};

/** A run as its recording describes it. */
export interface RecordedRun {
  readonly tool: RecordedTool;
  /** The command line behind the tool's name. */
  readonly arguments: readonly string[];
  readonly options: {
    readonly record: string | null;
    readonly resume: string | null;
    readonly force: boolean;
    readonly shard: Shard | null;
  };
  /** Of every draw of the run. */
  readonly seed: string;
  /** The options that decide what is measured and how, but for those that the plan and the variants show. */
  readonly settings: { readonly [option: string]: unknown };
  readonly plan: Plan;
  readonly shuffleConfigurations: boolean;
}

/** The settings of a recording that every tool has. */
export function recordedSettings(options: {
  readonly runs: number;
  readonly cpuset: string | null;
  readonly timeout: number;
  readonly 'isolate-env'?: boolean;
  readonly memory: boolean;
  readonly 'memory-interval': number;
}): RecordedRun['settings'] {
  const { runs, cpuset, timeout, memory } = options;
  return {
    runs,
    cpuset,
    timeout,
    'isolate-env': options['isolate-env'],
    memory,
    'memory-interval': options['memory-interval'],
  };
}

/** The seed of a run: the one given, that of the recording it goes on with, or a fresh one. */
export async function resolveSeed(
  options: { readonly seed: string | null; readonly resume: string | null },
  context: Context,
  signal: AbortSignal,
): Promise<string> {
  if (options.seed !== null) return options.seed;
  if (options.resume === null) return context.freshSeed();
  const { recordedSeed } = await import('./run-recording.js');
  return (await recordedSeed(options.resume, context, signal)) ?? context.freshSeed();
}

/**
 * The recording that `--record` or `--resume` asks for; null when neither does. Throws a UsageError for both, and when
 * the recording cannot be made; then `csv`, the run's other file, is discarded.
 */
export async function openRecording(
  run: RecordedRun,
  executor: Executor,
  csv: Output | null,
  context: Context,
  signal: AbortSignal,
): Promise<RunRecording | null> {
  const { record, resume } = run.options;
  try {
    if (record !== null && resume !== null) {
      throw new UsageError('--record and --resume are both given: what is resumed is recorded in its file');
    }
    if (record === null && resume === null) return null;
    // Loaded when it is asked for: every run would wait for it.
    const { RunRecording: Recording } = await import('./run-recording.js');
    return resume === null
      ? await Recording.begin(run, executor, context)
      : await Recording.resume(run, executor, context, signal);
  } catch (error) {
    csv?.discard?.();
    await run.plan.roots.releaseAll();
    throw error;
  }
}
