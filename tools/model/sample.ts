import type { Configuration } from './configuration';
import type { Job } from './job';
import type { MemorySummary, SeriesTable } from './memory';

/** How a peak was obtained: the kernel's high-water mark, read by the process itself, by GNU time, or by sampling. */
export type PeakMethod = 'vmhwm' | 'gnu-time' | 'sampler';

/** What one job measured: one process, one rate. */
export interface Sample {
  readonly filename: string;
  readonly configuration: Configuration;
  /** The variant's label. */
  readonly variant: string;
  readonly round: number;
  /** Position inside its block, counted from 1; NaN where it is not known. */
  readonly order: number;
  /** Operations per second. */
  readonly rate: number;
  /** Seconds from start to end. */
  readonly time: number;
  /** Kibibytes; absent where memory was not read. */
  readonly peakRssKib?: number;
  readonly treeRssKib?: number;
  readonly peakMethod?: PeakMethod;
  /** What the sampler saw of the process and its descendants. */
  readonly memory?: MemorySummary;
  /** Its curve, where one was asked for. */
  readonly series?: SeriesTable;
  /** What the process said of itself when it ended. */
  readonly exit?: ExitReport;
  /** Files of the repository, from its top, that it loaded from outside its checkout; absent where there are none. */
  readonly outside?: readonly string[];
  /** Clock ticks that the hypervisor took from all CPUs together while it ran; absent where they are not counted. */
  readonly stealTicks?: number;
}

/** The message `corebench:exit` of a measured process: its own reading of its memory and CPU use. */
export interface ExitReport {
  readonly vmHwmKib: number;
  readonly vmRssKib: number;
  readonly heapUsed: number;
  readonly external: number;
  readonly userMicros: number;
  readonly systemMicros: number;
  readonly minorFaults: number;
  readonly majorFaults: number;
  readonly involuntarySwitches: number;
}

/** Why a job gave no sample. */
export interface Failure {
  readonly job: Job;
  /** One sentence: `exited with code 3`, `reported no rate`, `timed out after 60 s`. */
  readonly reason: string;
  /** The end of what the process wrote to stderr. */
  readonly stderr: string;
  /** The shell command that repeats the job. */
  readonly command: string;
}

export type Outcome =
  | { readonly kind: 'sample'; readonly job: Job; readonly sample: Sample }
  | { readonly kind: 'failure'; readonly job: Job; readonly failure: Failure };
