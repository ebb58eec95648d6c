import type { MemorySummary } from '../model/memory';
import type { MemoryRecord } from './memory-record';

/** A run's memory in a few numbers; null when no reading saw a process. */
export function summarize(record: MemoryRecord): MemorySummary | null {
  if (record.ticks === 0) return null;
  const quantile = (share: number) => timeWeightedQuantile(record.treeRss, share);
  const median = quantile(0.5);
  return {
    peakRssKib: record.peakRssKib,
    peakMethod: 'sampler',
    descendantPeakRssKib: record.descendantPeakRssKib,
    treeRssKib: median,
    quantiles: [quantile(0), quantile(0.25), median, quantile(0.75), quantile(1)],
    ticks: record.ticks,
    worstLatenessMs: record.worstLatenessMs,
    durationMs: record.durationMs,
  };
}

/**
 * The smallest value for which the time spent at it or below is at least this share of all time (the inverse of the
 * distribution function; it is always a value that was read). `weighted` holds [value, time], values ascending; shares
 * 0 and 1 give the smallest and the largest value, also when no time was spent there.
 */
export function timeWeightedQuantile(
  weighted: readonly (readonly [value: number, time: number])[],
  share: number,
): number {
  const last = weighted[weighted.length - 1];
  if (last === undefined) throw new RangeError('timeWeightedQuantile: no values');
  if (share === 1) return last[0];
  const needed = share * weighted.reduce((sum, [, time]) => sum + time, 0);
  let spent = 0;
  for (const [value, time] of weighted) {
    spent += time;
    if (spent >= needed) return value;
  }
  return last[0];
}
