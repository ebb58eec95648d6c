import type { Configuration } from './configuration';
import type { Environment } from './environment';
import type { Sample } from './sample';

/*
 * A recording is a file of JSON lines: a header, a line for each sample and each failure in the order they happened,
 * a closing line. doc/formats.md describes it for those who read it with other programs.
 */

/** Raised when a reader of before could misunderstand what is written now. Fields may be added without. */
export const RECORDING_VERSION = 1;

/** The tools whose samples a recording holds. */
export type RecordedTool = 'compare' | 'scatter' | 'run';

/** A variant as it was when it was measured. */
export interface RecordedVariant {
  readonly label: string;
  readonly binary: string;
  /** Of the binary's bytes, in hexadecimal; null where they could not be read. */
  readonly sha256: string | null;
  readonly nodeArguments: readonly string[];
  /** The state of the repository it ran in; absent where none was checked out. */
  readonly checkout?: { readonly ref: string; readonly tree: string };
}

export interface RecordedArm {
  readonly nodeArguments: readonly string[];
  readonly arguments: readonly string[];
}

export interface RecordedConfiguration {
  readonly configuration: Configuration;
  /** What each variant's process is started with, in the variants' order. */
  readonly arms: readonly RecordedArm[];
}

export interface RecordedBenchmark {
  readonly filename: string;
  /** Of the file's bytes, in hexadecimal; null where they could not be read. */
  readonly sha256: string | null;
  readonly configurations: readonly RecordedConfiguration[];
}

/** What was to be measured. */
export interface RecordedPlan {
  readonly benchmarks: readonly RecordedBenchmark[];
  /** Configurations that some variant does not have: `file configuration: only in old`. */
  readonly unpaired: readonly string[];
  /** Whether each round takes the configurations in a random order of its own. */
  readonly shuffleConfigurations: boolean;
}

/** Part `index` of `count`, from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** The first line of a recording. */
export interface RecordingHeader {
  readonly type: 'header';
  readonly format: 'corebench-recording';
  readonly version: number;
  readonly tool: RecordedTool;
  /** The command line behind the tool's name; empty where the samples come from another file. */
  readonly arguments: readonly string[];
  /** The options that decide what is measured and how, by their names. */
  readonly settings: { readonly [option: string]: unknown };
  /** Seed of every draw of the run; null where it is not known. */
  readonly seed: string | null;
  readonly variants: readonly RecordedVariant[];
  /** null where it is not known: the samples come from a CSV file. */
  readonly plan: RecordedPlan | null;
  /** null for a whole plan. */
  readonly shard: Shard | null;
  /** The machine and its state when the run began; null where it was not looked at. */
  readonly environment: Environment | null;
}

/** A sample: `type` and all fields of Sample, absent where they are not known. */
export interface RecordedSample extends Omit<Sample, 'order'> {
  readonly type: 'sample';
  readonly order?: number;
}

/** A job that gave no sample. Round 0: the benchmark could not be asked for its configurations. */
export interface RecordedFailure {
  readonly type: 'failure';
  readonly filename: string;
  readonly variant: string;
  readonly configuration: Configuration;
  readonly round: number;
  readonly order: number;
  readonly reason: string;
  readonly stderr: string;
  readonly command: string;
}

/** Written when a run is taken up again, before what it adds. */
export interface RecordedResumption {
  readonly type: 'resumed';
  readonly arguments: readonly string[];
  /** Differences from the header that `--force` accepted. */
  readonly differences: readonly string[];
  readonly environment: Environment | null;
}

/** The closing line. A recording without one, or with `complete: false` in its last, can be resumed. */
export interface RecordingEnd {
  readonly type: 'end';
  readonly complete: boolean;
  /** Of the whole recording. */
  readonly samples: number;
  readonly failures: number;
  /** Jobs left out because their configuration kept failing. */
  readonly skipped: number;
}

export type RecordingLine =
  | RecordingHeader
  | RecordedSample
  | RecordedFailure
  | RecordedResumption
  | RecordingEnd;
