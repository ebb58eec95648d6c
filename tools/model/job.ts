import type { Configuration } from './configuration';

/** In place of a ref: the files of a repository as they are, committed or not. */
export const WORKTREE = 'WORKTREE';

/** A state of a repository in a folder of its own. */
export interface Checkout {
  /** As it was asked for: `HEAD~1`, `WORKTREE`. */
  readonly ref: string;
  /** Git's hash of all its files. */
  readonly tree: string;
  /** Absolute path of its top folder. */
  readonly path: string;
  /** Absolute path of the top folder of the repository that it was made from. */
  readonly repository: string;
  /** The folder in it that processes run in. */
  readonly workingDirectory: string;
}

/** What is compared: one Node.js binary with its extra arguments, and maybe a checkout, under a label. */
export interface Variant {
  /** `old` or `new` in a comparison; the binary's own name where nothing is compared. */
  readonly label: string;
  /** Absolute path of the binary. */
  readonly binary: string;
  /** Node arguments this variant adds to those that the benchmark asks for. */
  readonly nodeArguments: readonly string[];
  /** Where its processes run; they run where the driver does when there is none. */
  readonly checkout?: Checkout;
  /** The variable PORT of its processes, where it must not be that of others that run at the same time. */
  readonly port?: number;
}

/** One benchmark file. */
export interface Benchmark {
  /** Path relative to the benchmark root, with `/`: `string_decoder/string-decoder.js`. */
  readonly filename: string;
  /** Absolute path; in a checkout where there are several. */
  readonly path: string;
  /** Its path from the top of any checkout; absent where there is none. */
  readonly inCheckout?: string;
}

/** The file that a variant runs. */
export function benchmarkPath({ path, inCheckout }: Benchmark, { checkout }: Variant): string {
  return checkout === undefined || inCheckout === undefined ? path : `${checkout.path}/${inCheckout}`;
}

/** Run one configuration once under one variant. */
export interface Job {
  readonly benchmark: Benchmark;
  readonly configuration: Configuration;
  readonly variant: Variant;
  /** The repetition, counted from 1. */
  readonly round: number;
  /** Position inside its block, counted from 1. */
  readonly order: number;
  /** Node arguments: those the benchmark asks for (its `flags`), then the variant's. */
  readonly nodeArguments: readonly string[];
  /** The `key=value` arguments of the process: the configuration, then extra options. */
  readonly arguments: readonly string[];
  /** CPUs of this job alone, as taskset writes them; absent where all jobs may use the same. */
  readonly cpuset?: string;
}

/** The jobs of one configuration in one round, one per variant, in the order they run. */
export type Block = readonly Job[];
