import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { formatConfiguration } from '../model/configuration';
import { type EncodedSeries, type RepresentativeRun, representativeRun } from '../model/memory';
import type { Sample } from '../model/sample';
import { encodeSeries } from './series-codec';
import { createTemporaryDirectory, type TemporaryDirectory } from './temporary-directory';

/** A run whose curve lies in the spool. */
interface SpooledRun {
  readonly peakRssKib: number;
  readonly offset: number;
  readonly length: number;
}

/**
 * Keeps the curves of a run's samples, encoded, in a temporary file, and gives back those that stand for the others. In
 * memory there are three numbers for each sample, so that the driver stays small however long the curves are.
 */
export class SeriesSpool {
  private readonly directory: TemporaryDirectory = createTemporaryDirectory();
  private readonly descriptor = openSync(join(this.directory.path, 'series'), 'w+');
  private end = 0;
  /** By file, configuration and variant, in order of first appearance. */
  private readonly runs = new Map<string, SpooledRun[]>();

  /** A sample without a curve or a peak is passed over. */
  add(sample: Sample): void {
    const { filename, configuration, variant, round, peakRssKib, peakMethod, treeRssKib, memory, series } =
      sample;
    if (series === undefined || memory === undefined || peakRssKib === undefined) return;
    const key = JSON.stringify([filename, formatConfiguration(configuration), variant]);
    const run: Omit<RepresentativeRun, 'runs'> & EncodedSeries = {
      filename,
      configuration: formatConfiguration(configuration),
      variant,
      round,
      peakRssKib,
      peakMethod: peakMethod ?? memory.peakMethod,
      treeRssKib: treeRssKib ?? memory.treeRssKib,
      durationMs: Math.round(memory.durationMs),
      ...encodeSeries(series),
    };
    const bytes = Buffer.from(JSON.stringify(run));
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(this.descriptor, bytes, written, bytes.length - written, this.end + written);
    }
    const known = this.runs.get(key) ?? [];
    known.push({ peakRssKib, offset: this.end, length: bytes.length });
    this.runs.set(key, known);
    this.end += bytes.length;
  }

  /** Of each configuration under each variant the run with the median peak, as it will stand in a file. */
  *representatives(): Generator<RepresentativeRun & EncodedSeries> {
    for (const runs of this.runs.values()) {
      const { offset, length } = runs[representativeRun(runs.map(({ peakRssKib }) => peakRssKib))]!;
      const bytes = Buffer.alloc(length);
      readSync(this.descriptor, bytes, 0, length, offset);
      yield { ...JSON.parse(bytes.toString()), runs: runs.length };
    }
  }

  /** Deletes the file; the spool is not to be used afterwards. */
  close(): void {
    closeSync(this.descriptor);
    this.directory.remove();
  }
}
