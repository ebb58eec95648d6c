import type { Step } from '../execute/execute';
import type { Context } from './context';

export interface ProgressOptions {
  readonly context: Context;
  /** Whether the user wants it (`--no-progress`). */
  readonly wanted: boolean;
  /** Whether data goes to stdout while the run lasts. */
  readonly dataOnStdout: boolean;
  readonly files: number;
  readonly jobs: number;
  /** Jobs of each benchmark file. */
  readonly jobsOfFile: (filename: string) => number;
  readonly configurationsOfFile: (filename: string) => number;
}

const REDRAW_MS = 100;

function clock(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

function fraction(done: number, of: number): string {
  return `${String(done).padStart(String(of).length)}/${of}`;
}

/**
 * One line on stderr that says how far the run is: elapsed, percent, files, runs, configurations, time left, file.
 * Drawn only on a terminal that shows no data of the same run.
 */
export class Progress {
  private readonly shown: boolean;
  private readonly startedAt: number;
  private drawnAt = Number.NEGATIVE_INFINITY;
  private done = 0;
  private filesDone = 0;
  private file = '';
  private doneOfFile = 0;

  constructor(private readonly options: ProgressOptions) {
    const { context, wanted, dataOnStdout } = options;
    this.shown = wanted && context.stderr.isTTY && !(dataOnStdout && context.stdout.isTTY);
    this.startedAt = context.now();
  }

  async advance({ job }: Step): Promise<void> {
    this.done++;
    if (job.benchmark.filename !== this.file) {
      if (this.file !== '') this.filesDone++;
      this.file = job.benchmark.filename;
      this.doneOfFile = 0;
    }
    this.doneOfFile++;
    await this.draw();
  }

  /** Removes the line, so that something else can be printed; the next advance draws it again. */
  async clear(): Promise<void> {
    if (!this.shown) return;
    this.drawnAt = Number.NEGATIVE_INFINITY;
    await this.options.context.stderr.write('\r\u001b[K');
  }

  /** The line without the control characters that draw it. */
  text(): string {
    const { context, files, jobs, jobsOfFile, configurationsOfFile } = this.options;
    const elapsed = context.now() - this.startedAt;
    const left = this.done > 0 ? ` ${clock((elapsed / this.done) * (jobs - this.done))} left` : '';
    const percent = String(Math.floor((100 * this.done) / jobs)).padStart(3);
    const ofFile = jobsOfFile(this.file);
    const configurations = Math.max(configurationsOfFile(this.file), 1);
    const runs = Math.round(ofFile / configurations);
    const fileDone = this.doneOfFile === ofFile ? 1 : 0;
    return (
      `[${clock(elapsed)}|% ${percent}| ${fraction(this.filesDone + fileDone, files)} files ` +
      `| ${fraction(Math.floor(this.doneOfFile / configurations), runs)} runs ` +
      `| ${fraction(this.doneOfFile % configurations, configurations)} configs]:${left} ${this.file}`
    );
  }

  private async draw(): Promise<void> {
    const { context } = this.options;
    if (!this.shown || context.now() - this.drawnAt < REDRAW_MS) return;
    this.drawnAt = context.now();
    // A line longer than the terminal would wrap, and only its last part could be redrawn.
    await context.stderr.write(`\r\u001b[K${this.text().slice(0, context.stderr.columns - 1)}`);
  }
}
