import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { configurationKey } from '../model/configuration';
import { UsageError } from '../model/errors';
import type { Job } from '../model/job';
import type { RecordedFailure, RecordingEnd, RecordingHeader } from '../model/recording';
import type { Outcome, Sample } from '../model/sample';
import { fileInput } from './input';
import { type ReadLine, readRecording } from './recording-reader';

const PIECE = 64 * 1024;

function openToRead(option: string, file: string): number {
  try {
    return openSync(file, 'r');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const hint = code === 'ENOENT' ? '; a run is begun with --record' : '';
    throw new UsageError(`${option}: "${file}" cannot be read: ${message}${hint}`);
  }
}

const HEADER_START = '{"type":"header","format":"corebench-recording"';

/** Whether a file begins as a recording does, as far as it goes. A file that cannot be read is left to the reader. */
export function mayBeRecording(file: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    return true;
  }
  try {
    const start = Buffer.alloc(HEADER_START.length);
    const length = readSync(descriptor, start, 0, start.length, 0);
    return HEADER_START.startsWith(start.toString('utf8', 0, length));
  } finally {
    closeSync(descriptor);
  }
}

/** Where the last line that is complete before `end` ends. */
function lineEndBefore(descriptor: number, end: number): number {
  const piece = Buffer.alloc(PIECE);
  for (let rest = end; rest > 0; ) {
    const start = Math.max(0, rest - PIECE);
    const read = readSync(descriptor, piece, 0, rest - start, start);
    const at = piece.subarray(0, read).lastIndexOf('\n');
    if (at >= 0) return start + at + 1;
    rest = start;
  }
  return 0;
}

/**
 * Bytes of a file up to the end of its last complete line: behind it stands what a killed writer left unfinished.
 * Throws a UsageError that names `option` when the file cannot be read.
 */
export function completeLength(option: string, file: string): number {
  const descriptor = openToRead(option, file);
  try {
    return lineEndBefore(descriptor, fstatSync(descriptor).size);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Like completeLength, of a recording whose blocks ran together (`--duet`): where the second of the last block is
 * missing, the first goes too, for the second would now run alone.
 */
export function lengthInWholeBlocks(option: string, file: string): number {
  const descriptor = openToRead(option, file);
  try {
    const length = lineEndBefore(descriptor, fstatSync(descriptor).size);
    for (let end = length; end > 0; ) {
      const start = lineEndBefore(descriptor, end - 1);
      const text = Buffer.alloc(end - start);
      readSync(descriptor, text, 0, text.length, start);
      const { type, order } = JSON.parse(text.toString()) as { type: string; order?: number };
      if (type === 'sample' || type === 'failure') return order === 1 ? start : length;
      end = start;
    }
    return length;
  } finally {
    closeSync(descriptor);
  }
}

/** Whether an outcome has the job's configuration; behind it may stand what its report added. */
function isConfigurationOf({ configuration }: Job, outcome: Sample | RecordedFailure): boolean {
  const own = outcome.configuration.slice(0, configuration.length);
  return configurationKey(own) === configurationKey(configuration);
}

/** The outcomes of a recording, one after another, as a run that is resumed asks for them. */
export class RecordedOutcomes {
  private batch: ReadLine[] = [];
  private at = 0;
  private lastEnd: RecordingEnd | null = null;
  private answered: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly name: string,
    private readonly batches: AsyncGenerator<ReadLine[]>,
    /** Null when not even the header was written. */
    readonly header: RecordingHeader | null,
  ) {}

  /** Reads the header; the rest as it is asked for. `length`: bytes of the file that count. */
  static async open(
    name: string,
    file: string,
    length: number,
    signal: AbortSignal,
  ): Promise<RecordedOutcomes> {
    const batches = readRecording(fileInput(name, file, signal, length));
    const first = (await batches.next()).value ?? [];
    const header = first[0]?.kind === 'header' ? first[0].header : null;
    const outcomes = new RecordedOutcomes(name, batches, header);
    outcomes.batch = first.slice(1);
    return outcomes;
  }

  /** Whether all that was recorded has been taken, and the run was through when it was recorded. */
  async isComplete(): Promise<boolean> {
    return (await this.next()) === null && this.lastEnd?.complete === true;
  }

  /**
   * What became of a job; null when all that was recorded has been taken.
   * Throws a UsageError when the next outcome is that of another job.
   */
  take(job: Job): Promise<Outcome | null> {
    // Jobs that run together ask together, and are answered one after another.
    const answer = this.answered.then(() => this.takeNext(job));
    this.answered = answer.catch(() => null);
    return answer;
  }

  private async takeNext(job: Job): Promise<Outcome | null> {
    const next = await this.next();
    if (next === null) return null;
    const isJobs =
      next.filename === job.benchmark.filename &&
      next.variant === job.variant.label &&
      next.round === job.round &&
      isConfigurationOf(job, next);
    if (!isJobs) {
      throw new UsageError(
        `${this.name}: its samples are not in the order of this run: found round ${next.round} of ${next.filename} ` +
          `(${next.variant}) where round ${job.round} of ${job.benchmark.filename} (${job.variant.label}) is due`,
      );
    }
    if (!('reason' in next)) return { kind: 'sample', job, sample: next };
    const { reason, stderr, command } = next;
    return { kind: 'failure', job, failure: { job, reason, stderr, command } };
  }

  async close(): Promise<void> {
    await this.batches.return(undefined);
  }

  private async next(): Promise<Sample | RecordedFailure | null> {
    for (;;) {
      for (; this.at < this.batch.length; this.at++) {
        const line = this.batch[this.at]!;
        if (line.kind === 'end') this.lastEnd = line.end;
        if (line.kind === 'invalid') throw new UsageError(line.problem);
        if (line.kind === 'header') {
          throw new UsageError(
            `${this.name} is merged of several recordings, of which each is resumed by itself`,
          );
        }
        if (line.kind === 'sample') {
          this.at++;
          return line.sample;
        }
        // A root pass that failed is tried again by the plan itself.
        if (line.kind === 'failure' && line.failure.round > 0) {
          this.at++;
          return line.failure;
        }
      }
      const more = await this.batches.next();
      if (more.done === true) return null;
      this.batch = more.value;
      this.at = 0;
    }
  }
}
