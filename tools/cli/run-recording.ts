import { statSync, truncateSync } from 'node:fs';
import * as path from 'node:path';
import { environmentChanges } from '../analysis/environment-changes';
import { captureEnvironment } from '../execute/environment';
import type { Executor } from '../execute/executor';
import { ReplayExecutor } from '../execute/replay-executor';
import { OutputError, UsageError } from '../model/errors';
import { RECORDING_VERSION, type RecordingHeader } from '../model/recording';
import type { Failure, Outcome } from '../model/sample';
import { sha256OfFile } from '../record/file-hash';
import { openOutputFile } from '../record/output';
import {
  completeLength,
  lengthInWholeBlocks,
  mayBeRecording,
  RecordedOutcomes,
} from '../record/recorded-outcomes';
import { recordingDifferences } from '../record/recording-differences';
import { RecordingWriter } from '../record/recording-writer';
import type { Context } from './context';
import type { RecordedRun } from './recording-options';

async function headerOf(run: RecordedRun): Promise<RecordingHeader> {
  const { plan, seed, settings } = run;
  const cpuset = (settings['cpuset'] ?? null) as string | null;
  const environment = await captureEnvironment({ variants: plan.variants, cpuset, seed });
  const benchmarks = plan.benchmarks.map(async ({ benchmark, configurations }) => ({
    filename: benchmark.filename,
    sha256: await sha256OfFile(benchmark.path),
    configurations: configurations.map(({ configuration, arms }) => ({
      configuration,
      arms: arms.map(({ nodeArguments, arguments: args }) => ({ nodeArguments, arguments: args })),
    })),
  }));
  return {
    type: 'header',
    format: 'corebench-recording',
    version: RECORDING_VERSION,
    tool: run.tool,
    arguments: run.arguments,
    settings,
    seed,
    variants: plan.variants.map(({ label, binary, nodeArguments, checkout }, at) => ({
      label,
      binary,
      sha256: environment.binaries[at]!.sha256,
      nodeArguments,
      ...(checkout && { checkout: { ref: checkout.ref, tree: checkout.tree } }),
    })),
    plan: {
      benchmarks: await Promise.all(benchmarks),
      unpaired: plan.unpaired,
      shuffleConfigurations: run.shuffleConfigurations,
    },
    shard: run.options.shard,
    environment,
  };
}

/** As a file gives it back. */
function asWritten(header: RecordingHeader): RecordingHeader {
  return JSON.parse(JSON.stringify(header)) as RecordingHeader;
}

async function openRecorded(
  name: string,
  { together, context, signal }: { together: boolean; context: Context; signal: AbortSignal },
) {
  const file = path.resolve(context.workingDirectory, name);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`--resume: "${name}" is a folder; expected the file of a recording`);
  }
  if (!mayBeRecording(file)) {
    throw new UsageError(`--resume: "${name}" is no recording; it was left as it is`);
  }
  const length = (together ? lengthInWholeBlocks : completeLength)('--resume', file);
  return { file, length, outcomes: await RecordedOutcomes.open(name, file, length, signal) };
}

/** The recording of the run that is being made: what was recorded before is replayed, what is new is added. */
export class RunRecording {
  private added = false;

  private constructor(
    private readonly writer: RecordingWriter,
    /** Null for a run that begins. */
    private readonly resumed: {
      readonly replay: ReplayExecutor;
      readonly outcomes: RecordedOutcomes;
      readonly differences: readonly string[];
    } | null,
    private readonly header: RecordingHeader,
    readonly executor: Executor,
  ) {}

  /** Opens a new file and writes the header. Throws a UsageError, before anything is measured. */
  static async begin(run: RecordedRun, executor: Executor, context: Context): Promise<RunRecording> {
    const { record, force } = run.options;
    const file = path.resolve(context.workingDirectory, record!);
    const output = openOutputFile('--record', file, force ? 'overwrite' : 'create');
    const header = await headerOf(run);
    const writer = new RecordingWriter(output);
    writer.line(header);
    for (const failure of run.plan.failures) writer.failure(failure);
    return new RunRecording(writer, null, header, executor);
  }

  /**
   * Opens a recording to go on with it. A file that was begun and holds no header yet is begun anew.
   * Throws a UsageError with all the reasons when the run is not the recorded one.
   */
  static async resume(
    run: RecordedRun,
    executor: Executor,
    context: Context,
    signal: AbortSignal,
  ): Promise<RunRecording> {
    const { resume, force } = run.options;
    const { file, length, outcomes } = await openRecorded(resume!, {
      together: run.settings['duet'] === true,
      context,
      signal,
    });
    const recorded = outcomes.header;
    const header = asWritten(await headerOf(run));
    const differences = recorded === null ? null : recordingDifferences(recorded, header);
    const refused = [...(differences?.plan ?? []), ...(force ? [] : (differences?.binaries ?? []))];
    if (refused.length > 0) {
      const onlyBinaries = differences!.plan.length === 0;
      throw new UsageError(
        `--resume: "${resume}" records another run:${refused.map((reason) => `\n  ${reason}`).join('')}` +
          (onlyBinaries ? '\n  (--force goes on all the same, and records that it did)' : ''),
      );
    }
    const output = openOutputFile('--resume', file, 'append');
    try {
      truncateSync(file, length);
    } catch (error) {
      throw new OutputError(`--resume: writing "${file}" failed: ${(error as Error).message}`);
    }
    const writer = new RecordingWriter(output);
    if (recorded === null) {
      writer.line(header);
      return new RunRecording(writer, null, header, executor);
    }
    if (recorded.environment !== null) {
      for (const { code, message } of environmentChanges(recorded.environment, header.environment!)) {
        await context.stderr.write(`warning: since the run began: ${message} [${code}]\n`);
      }
    }
    const replay = new ReplayExecutor(outcomes, executor);
    const resumed = { replay, outcomes, differences: differences!.binaries };
    return new RunRecording(writer, resumed, header, replay);
  }

  /** Whether something was recorded that was not there before. */
  get hasAdded(): boolean {
    return this.added;
  }

  /** Records an outcome, unless it was recorded before. Throws an OutputError when it cannot be written. */
  add(outcome: Outcome): void {
    if (this.resumed?.replay.isReplayed(outcome)) return;
    if (!this.added && this.resumed !== null) {
      const { arguments: args, environment } = this.header;
      this.writer.line({
        type: 'resumed',
        arguments: args,
        differences: this.resumed.differences,
        environment,
      });
    }
    this.added = true;
    this.writer.outcome(outcome);
  }

  /** Writes the closing line, unless it is there, and closes the file. */
  async close(end: {
    readonly complete: boolean;
    readonly samples: number;
    readonly failures: readonly Failure[];
    readonly skippedJobs: number;
  }): Promise<void> {
    const isThere = !this.added && (await this.resumed?.outcomes.isComplete()) === true;
    const { complete, samples, failures, skippedJobs } = end;
    this.writer.close(
      isThere ? null : { complete, samples, failures: failures.length, skipped: skippedJobs },
    );
  }
}

/** The seed of the run that a file records; null when it holds none yet. */
export async function recordedSeed(
  name: string,
  context: Context,
  signal: AbortSignal,
): Promise<string | null> {
  const { outcomes } = await openRecorded(name, { together: false, context, signal });
  await outcomes.close();
  return outcomes.header?.seed ?? null;
}
