import { OutputError } from '../model/errors';
import type { RecordedFailure, RecordedSample, RecordingEnd, RecordingLine } from '../model/recording';
import type { Failure, Outcome, Sample } from '../model/sample';
import type { FileOutput } from './output';

/**
 * A sample as its line holds it. What repeats from round to round comes first and what was measured behind it, so that
 * a reader need look at the former only once.
 */
export function recordedSample(sample: Sample): RecordedSample {
  const { filename, variant, configuration, round, order, ...measured } = sample;
  return {
    type: 'sample',
    filename,
    variant,
    configuration,
    round,
    ...(Number.isNaN(order) ? {} : { order }),
    ...measured,
  };
}

function recordedFailure({ job, reason, stderr, command }: Failure): RecordedFailure {
  const { benchmark, variant, configuration, round, order } = job;
  return {
    type: 'failure',
    filename: benchmark.filename,
    variant: variant.label,
    configuration,
    round,
    order,
    reason,
    stderr,
    command,
  };
}

/**
 * Writes a recording: every line is with the kernel when the call returns, so that a process killed at any moment
 * loses none, and what has been written of a round is on the disk when the next begins.
 */
export class RecordingWriter {
  private round = '';
  private broken = false;

  constructor(private readonly output: FileOutput) {}

  /** Begins or goes on with a round; of the one before nothing is lost even when the machine fails. */
  outcome(outcome: Outcome): void {
    const round = `${outcome.job.benchmark.filename}/${outcome.job.round}`;
    if (round !== this.round && this.round !== '') this.output.sync();
    this.round = round;
    this.line(outcome.kind === 'sample' ? recordedSample(outcome.sample) : recordedFailure(outcome.failure));
  }

  failure(failure: Failure): void {
    this.line(recordedFailure(failure));
  }

  line(line: RecordingLine): void {
    try {
      this.output.write(`${JSON.stringify(line)}\n`);
    } catch (error) {
      // The line may be there in part; behind it nothing could be read.
      this.broken = error instanceof OutputError;
      throw error;
    }
  }

  /** Writes the closing line, when there is one and the file still takes it, and closes the file. */
  close(end: Omit<RecordingEnd, 'type'> | null): void {
    try {
      if (!this.broken && end !== null) this.line({ type: 'end', ...end });
      if (!this.broken) this.output.sync();
    } finally {
      this.output.close();
    }
  }
}
