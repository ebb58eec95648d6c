import type { PeakMethod } from './sample';

/**
 * Memory over time. Whole MiB; one time axis for all processes, in ms from the start of the run; 0 where a process was
 * absent; labels in order of first appearance.
 */
export interface SeriesTable {
  readonly tMs: readonly number[];
  readonly byProcess: readonly LabelledSeries[];
}

/** The processes of one label: at each instant of the table, the sum of what they held. */
export interface LabelledSeries {
  readonly label: string;
  readonly mib: readonly number[];
}

/** A SeriesTable as files hold it: packed, or as it is where packing would not make the file shorter. */
export type EncodedSeries = { readonly seriesGz: string } | { readonly series: SeriesTable };

/** What the memory sampler says of one run. */
export interface MemorySummary {
  /** The largest VmHWM of any single process seen; a lower bound, since a process may climb after its last reading. */
  readonly peakRssKib: number;
  readonly peakMethod: PeakMethod;
  /** The same without the process at the root of the tree; 0 when it had no children. */
  readonly descendantPeakRssKib: number;
  /** Time-weighted median of the tree RSS. */
  readonly treeRssKib: number;
  /** Tree RSS in KiB: time-weighted minimum, lower quartile, median, upper quartile, maximum. */
  readonly quantiles: readonly [p0: number, p25: number, p50: number, p75: number, p100: number];
  /** Readings that saw anything. */
  readonly ticks: number;
  /** How long after its due time the latest reading came. */
  readonly worstLatenessMs: number;
  readonly durationMs: number;
}

/** The run that stands for all runs of one configuration under one variant. */
export interface RepresentativeRun {
  readonly filename: string;
  /** The `configuration` column. */
  readonly configuration: string;
  readonly variant: string;
  readonly round: number;
  /** How many runs it stands for, itself included. */
  readonly runs: number;
  readonly peakRssKib: number;
  readonly peakMethod: PeakMethod;
  readonly treeRssKib: number;
  readonly durationMs: number;
}

/** Kibibytes in whole mebibytes: the one place where memory is rounded. */
export function mib(kib: number): number {
  return Math.round(kib / 1024);
}

/**
 * The index of the run that stands for the others where only one can be shown: the one with the median peak RSS. Of
 * the two middle runs of an even count, and of runs with equal peaks, the earlier. Throws a RangeError without runs.
 */
export function representativeRun(peaks: readonly number[]): number {
  if (peaks.length === 0) throw new RangeError('representativeRun: no runs');
  const sorted = [...peaks].sort((a, b) => a - b);
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  const upper = sorted[Math.floor(sorted.length / 2)];
  return peaks.findIndex((peak) => peak === lower || peak === upper);
}
