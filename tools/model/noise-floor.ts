import type { TestKind } from './finding';

/** The smallest change that would probably be found with a number of runs a side. */
export interface Detectable {
  readonly runs: number;
  /** Percent of a loss; infinite when no change would be found, NaN when it cannot be told. */
  readonly percent: number;
}

/** What more runs of one configuration would find. */
export interface PowerForecast {
  readonly filename: string;
  readonly configuration: string;
  /** Rounds whose spread it rests on. */
  readonly basis: number;
  /** With the runs planned, twice and four times as many. */
  readonly detectable: readonly Detectable[];
}

/** What two sides that are the same show of the noise of one configuration, or of all. */
export interface NoiseFloor {
  /** Comparisons that each test could make. */
  readonly comparisons: number;
  /** Share of them with p < .05: false alarms, all of them. */
  readonly starredShare: { readonly [test in TestKind]: number };
  /** Median half-width of the 95 % interval of the improvement, in percent. */
  readonly halfWidth: { readonly [test in TestKind]: number };
  /** Correlation of each process's log rate with that of the process before it (of its configuration). */
  readonly autocorrelation: number;
  /** By how many percent the second of a block is faster than the first, with its 95 % interval; null when unknown. */
  readonly positionEffect: { readonly percent: number; readonly low: number; readonly high: number } | null;
  /** By the paired test, as in PowerForecast. */
  readonly detectable: readonly Detectable[];
}

export interface ConfigurationNoise extends NoiseFloor {
  readonly filename: string;
  readonly configuration: string;
}

/** What comparing a binary with itself says of a machine. */
export interface NoiseReport {
  /** Runs a side of each comparison. */
  readonly runs: number;
  readonly configurations: readonly ConfigurationNoise[];
  readonly overall: NoiseFloor;
  /** The shares of false alarms that 95 of 100 machines without fault would show with this many comparisons. */
  readonly expectedShare: { readonly low: number; readonly high: number };
}
