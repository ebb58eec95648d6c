import { bestPeak } from '../memory/peak';
import { ProcSampler } from '../memory/proc-sampler';
import { summarize } from '../memory/summarize';
import type { ExitReport, Sample } from '../model/sample';
import type { MeasuredProcess } from './measured-process';

/** How the memory of measured processes is read. */
export interface MemoryOptions {
  /** Milliseconds between two readings. */
  readonly readIntervalMs: number;
  /** Whether samples carry their curve. */
  readonly keepSeries: boolean;
}

/** Fewer readings are no curve: a process of 50 ms gets one, taken while it starts. */
const LEAST_READINGS = 3;

type MemoryFields = Pick<Sample, 'peakRssKib' | 'peakMethod' | 'treeRssKib' | 'memory' | 'series'>;

/** Reads the memory of one measured process and its descendants. `stop` belongs in a `finally`. */
export class SampledMemory {
  private readonly sampler: ProcSampler;

  constructor(
    { pid }: MeasuredProcess,
    label: string,
    private readonly options: MemoryOptions,
  ) {
    this.sampler = new ProcSampler({ pid, label, readIntervalMs: options.readIntervalMs });
    this.sampler.start();
  }

  /** May be called again. */
  stop(): void {
    this.sampler.stop();
  }

  /**
   * What a sample says of memory. The peak is the process's own VmHWM, else the largest the sampler saw. The tree RSS is
   * the sampler's time-weighted median, or, of a process too short for three readings, its VmRSS as it exits; but never
   * less than that peak, which the tree held at some instant.
   */
  fields(exit: ExitReport | undefined): MemoryFields {
    const record = this.sampler.stop();
    const sampled = summarize(record);
    // A harness that cuts the channel, or a process without /proc, says 0 or nothing of itself.
    const vmHwmKib = exit?.vmHwmKib || undefined;
    const vmRssKib = exit?.vmRssKib || undefined;
    const treeRssKib = record.ticks >= LEAST_READINGS ? sampled?.treeRssKib : vmRssKib;
    return {
      ...bestPeak({ sampled, ...(vmHwmKib === undefined ? {} : { vmHwmKib }) }),
      ...(treeRssKib === undefined ? {} : { treeRssKib: Math.max(treeRssKib, vmHwmKib ?? 0) }),
      ...(sampled === null ? {} : { memory: sampled }),
      ...(sampled === null || !this.options.keepSeries ? {} : { series: record.series }),
    };
  }
}
