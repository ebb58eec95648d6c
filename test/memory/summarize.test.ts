import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MemoryRecord, summarize } from '../../tools/memory';

function record(treeRss: MemoryRecord['treeRss'], fields: Partial<MemoryRecord> = {}): MemoryRecord {
  return {
    durationMs: 1000,
    ticks: treeRss.length,
    worstLatenessMs: 2.5,
    peakRssKib: 900,
    descendantPeakRssKib: 0,
    treeRss,
    series: { tMs: [], byProcess: [] },
    ...fields,
  };
}

test('the median of the tree RSS weighs every value with the time it stood', () => {
  const summary = summarize(
    record([
      [100, 10],
      [200, 20],
      [300, 10],
      [5000, 60],
    ]),
  );
  assert.equal(summary?.treeRssKib, 5000);
  assert.deepEqual(summary?.quantiles, [100, 200, 5000, 5000, 5000]);
});

test('values at which no time was spent count only as minimum and maximum', () => {
  const summary = summarize(
    record([
      [1, 0],
      [50, 30],
      [60, 70],
      [999, 0],
    ]),
  );
  assert.deepEqual(summary?.quantiles, [1, 50, 60, 60, 999]);
});

test('one reading, which no time belongs to, is all five numbers', () => {
  assert.deepEqual(summarize(record([[77, 0]]))?.quantiles, [77, 77, 77, 77, 77]);
});

test('the other figures are those of the record, the peak as the sampler saw it', () => {
  const summary = summarize(record([[77, 1]]));
  assert.deepEqual(summary, {
    peakRssKib: 900,
    peakMethod: 'sampler',
    descendantPeakRssKib: 0,
    treeRssKib: 77,
    quantiles: [77, 77, 77, 77, 77],
    ticks: 1,
    worstLatenessMs: 2.5,
    durationMs: 1000,
  });
});

test('there is no summary without a reading', () => {
  assert.equal(summarize(record([])), null);
});
