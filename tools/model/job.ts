import type { Configuration } from './configuration';

/** What is compared: one Node.js binary with its extra arguments, under a label. */
export interface Variant {
  /** `old` or `new` in a comparison; the binary's own name where nothing is compared. */
  readonly label: string;
  /** Absolute path of the binary. */
  readonly binary: string;
  /** Node arguments this variant adds to those that the benchmark asks for. */
  readonly nodeArguments: readonly string[];
}

/** One benchmark file. */
export interface Benchmark {
  /** Path relative to the benchmark root, with `/`: `string_decoder/string-decoder.js`. */
  readonly filename: string;
  /** Absolute path. */
  readonly path: string;
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
}

/** The jobs of one configuration in one round, one per variant, in the order they run. */
export type Block = readonly Job[];
