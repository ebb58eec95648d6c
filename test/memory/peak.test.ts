import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestPeak, childAbovePeak, choosePeakMethod, type MemoryRecord, peakBound } from '../../tools/memory';

const SAMPLED = {
  peakRssKib: 300,
  peakMethod: 'sampler',
  treeRssKib: 1,
  quantiles: [1, 1, 1, 1, 1],
  descendantPeakRssKib: 0,
  ticks: 1,
  worstLatenessMs: 0,
  durationMs: 1,
} as const;

test("a process's own high-water mark goes before GNU time's figure, and that before the sampler's", () => {
  assert.deepEqual(bestPeak({ vmHwmKib: 100, gnuTimeKib: 200, sampled: SAMPLED }), {
    peakRssKib: 100,
    peakMethod: 'vmhwm',
  });
  assert.deepEqual(bestPeak({ gnuTimeKib: 200, sampled: SAMPLED }), {
    peakRssKib: 200,
    peakMethod: 'gnu-time',
  });
  assert.deepEqual(bestPeak({ sampled: SAMPLED }), { peakRssKib: 300, peakMethod: 'sampler' });
  assert.equal(bestPeak({ sampled: null }), null);
  assert.equal(bestPeak({}), null);
});

test('only a sampled peak is a lower bound', () => {
  assert.deepEqual((['vmhwm', 'gnu-time', 'sampler'] as const).map(peakBound), [
    'exact',
    'exact',
    'lower-bound',
  ]);
});

test('a child that held more than the measured process is worth a warning', () => {
  const record = { descendantPeakRssKib: 500 } as MemoryRecord;
  assert.equal(childAbovePeak(record, 500), null);
  const warning = childAbovePeak(record, 499);
  assert.equal(warning?.code, 'child-above-peak');
  assert.match(warning.message, /500 KiB.*499 KiB/);
});

const PROBLEM = { code: 'memory-unavailable', message: 'memory is not measured: no /proc' };
for (const [choice, gnuTime, problem, method] of [
  ['auto', '/usr/bin/time', null, 'gnu-time'],
  ['auto', '/usr/bin/time', PROBLEM, 'gnu-time'],
  ['auto', null, null, 'sampler'],
  ['auto', null, PROBLEM, null],
  ['gnu-time', '/usr/bin/time', null, 'gnu-time'],
  ['sampler', '/usr/bin/time', null, 'sampler'],
] as const) {
  test(`${choice} ${gnuTime ? 'with' : 'without'} GNU time, ${problem ? 'without' : 'with'} /proc: ${method}`, () => {
    assert.equal(choosePeakMethod(choice, gnuTime, problem), method);
  });
}

test('an explicit method that is not possible is an error that names it and says why', () => {
  assert.throws(
    () => choosePeakMethod('gnu-time', null, null),
    /--peak-rss gnu-time: GNU time is not installed/,
  );
  assert.throws(
    () => choosePeakMethod('sampler', '/usr/bin/time', PROBLEM),
    /--peak-rss sampler: memory is not measured: no \/proc/,
  );
});
