import type { Step } from '../execute/execute';
import { clock, fraction, ProgressLine, type ProgressLineOptions } from './progress-line';

export interface ProgressOptions extends ProgressLineOptions {
  readonly files: number;
  readonly jobs: number;
  /** Jobs of each benchmark file. */
  readonly jobsOfFile: (filename: string) => number;
  readonly configurationsOfFile: (filename: string) => number;
}

/** How far a run of a known number of jobs is: elapsed, percent, files, runs, configurations, time left, file. */
export class Progress {
  private readonly line: ProgressLine;
  private done = 0;
  private filesDone = 0;
  private file = '';
  private doneOfFile = 0;

  constructor(private readonly options: ProgressOptions) {
    this.line = new ProgressLine(options);
  }

  async advance({ job }: Step): Promise<void> {
    this.done++;
    if (job.benchmark.filename !== this.file) {
      if (this.file !== '') this.filesDone++;
      this.file = job.benchmark.filename;
      this.doneOfFile = 0;
    }
    this.doneOfFile++;
    await this.line.draw(() => this.text());
  }

  clear(): Promise<void> {
    return this.line.clear();
  }

  /** The line without the control characters that draw it. */
  text(): string {
    const { files, jobs, jobsOfFile, configurationsOfFile } = this.options;
    const elapsed = this.line.elapsed();
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
}
