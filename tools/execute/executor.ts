import type { Configuration } from '../model/configuration';
import type { Benchmark, Job, Variant } from '../model/job';
import type { Failure, Outcome } from '../model/sample';

/** One configuration as a root pass would have started it. */
export interface DiscoveredConfiguration {
  readonly configuration: Configuration;
  readonly nodeArguments: readonly string[];
  /** The `key=value` arguments of the process: the configuration, then extra options. */
  readonly arguments: readonly string[];
}

export interface Discovery {
  readonly configurations: readonly DiscoveredConfiguration[];
  /** Set when the root pass failed; the list is empty then. */
  readonly failure: Failure | null;
  /** Whether the benchmark has a `setup`, or its harness does not say. */
  readonly hasSetup: boolean;
  /** Ends the root process, and with it whatever the benchmark's `setup` made; resolves when it is gone. */
  release(): Promise<void>;
}

/** What turns benchmarks into configurations and jobs into outcomes: real processes, or a simulation of them. */
export interface Executor {
  /**
   * The configurations of a benchmark under a variant. `settings` are `key=value` texts that replace the declared
   * values of their keys.
   */
  discover(
    benchmark: Benchmark,
    variant: Variant,
    settings: readonly string[],
    signal: AbortSignal,
  ): Promise<Discovery>;
  /** Runs one job to its end. An abort ends it early with a failure. */
  run(job: Job, signal: AbortSignal): Promise<Outcome>;
}
