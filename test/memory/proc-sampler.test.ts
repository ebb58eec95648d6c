import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ProcSampler, type ProcSamplerOptions, summarize } from '../../tools/memory';
import { FakeProc } from '../support/fake-proc';

/** A sampler on a fake /proc, with a clock and timers that move only when told. */
function setUp(t: TestContext, options: Partial<ProcSamplerOptions> = {}) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const proc = new FakeProc();
  t.after(() => proc.remove());
  let nowMs = 5000;
  const sampler = new ProcSampler({ pid: 10, procRoot: proc.root, clock: () => nowMs, ...options });
  t.after(() => sampler.stop());
  return {
    proc,
    sampler,
    /** Lets time pass in steps of 1 ms, timers firing as they are due. */
    pass(ms: number) {
      for (let i = 0; i < ms; i++) {
        nowMs++;
        t.mock.timers.tick(1);
      }
    },
    /** Lets time pass without any timer getting its turn. */
    block(ms: number) {
      nowMs += ms;
    },
  };
}

const MIB = 1024;
/** The memory of a process that never held more than now. */
const holding = (mib: number) => ({ rss: mib * MIB, hwm: mib * MIB });

test('reads at the start, at every interval and at the stop, and notes instants in 100 ms buckets', (t) => {
  const { proc, sampler, pass } = setUp(t);
  proc.set(10, { argv: ['gzip'], memory: holding(1) });
  sampler.start();
  proc.set(10, { argv: ['gzip'], memory: holding(2) });
  pass(150);
  proc.set(10, { argv: ['gzip'], memory: holding(3) });
  pass(100);
  proc.set(10, { argv: ['gzip'], memory: holding(4) });
  const record = sampler.stop();
  assert.deepEqual(record.series, { tMs: [0, 100, 200], byProcess: [{ label: 'gzip', mib: [1, 2, 4] }] });
  assert.equal(record.ticks, 4);
  assert.equal(record.durationMs, 250);
  assert.equal(record.peakRssKib, 4 * MIB);
});

test('the time between two readings belongs half to each', (t) => {
  const { proc, sampler, pass } = setUp(t);
  for (const mib of [1, 2, 2, 3]) {
    proc.set(10, { argv: ['gzip'], memory: holding(mib) });
    if (mib === 1) sampler.start();
    else pass(100);
  }
  proc.set(10, { argv: ['gzip'], memory: holding(1) });
  pass(40);
  assert.deepEqual(sampler.stop().treeRss, [
    [1 * MIB, 50 + 20],
    [2 * MIB, 50 + 50 + 50 + 50],
    [3 * MIB, 50 + 20],
  ]);
});

test('a spike between two buckets stays visible when reading every 10 ms', (t) => {
  const { proc, sampler, pass } = setUp(t, { readIntervalMs: 10 });
  proc.set(10, { argv: ['gzip'], memory: holding(1) });
  sampler.start();
  pass(135);
  proc.set(10, { argv: ['gzip'], memory: holding(700) });
  pass(10);
  proc.set(10, { argv: ['gzip'], memory: { rss: 2 * MIB, hwm: 700 * MIB } });
  pass(100);
  assert.deepEqual(sampler.stop().series.byProcess, [{ label: 'gzip', mib: [1, 700, 2] }]);
});

test('sums the processes of a label at each instant, before taking the maximum over instants', (t) => {
  const { proc, sampler, pass } = setUp(t, { readIntervalMs: 10 });
  proc.set(10, { argv: ['make'], memory: holding(1), children: [[11, 12]] });
  proc.set(11, { argv: ['cc'], memory: holding(100) });
  proc.set(12, { argv: ['cc'], memory: holding(20) });
  sampler.start();
  proc.set(11, { argv: ['cc'], memory: holding(10) });
  proc.set(12, { argv: ['cc'], memory: holding(150) });
  pass(15);
  const record = sampler.stop();
  assert.deepEqual(record.series.byProcess, [
    { label: 'make', mib: [1] },
    { label: 'cc', mib: [160] },
  ]);
  assert.deepEqual(
    record.treeRss.map(([kib]) => kib / MIB),
    [121, 161],
  );
});

test('labels stand in order of first appearance, also those that look like array indices', (t) => {
  const { proc, sampler, pass } = setUp(t);
  proc.set(10, { argv: ['20'], memory: holding(1) });
  sampler.start();
  pass(100);
  proc.set(10, { argv: ['20'], memory: holding(1), children: [[11]] });
  proc.set(11, { argv: ['7'], memory: holding(5) });
  pass(100);
  assert.deepEqual(sampler.stop().series.byProcess, [
    { label: '20', mib: [1, 1, 1] },
    { label: '7', mib: [0, 0, 5] },
  ]);
});

test('finds the children of every thread and their children in one discovery', (t) => {
  const { proc, sampler } = setUp(t);
  proc.set(10, { argv: ['a'], memory: holding(1), children: [[20], [21]] });
  proc.set(20, { argv: ['b'], memory: holding(2) });
  proc.set(21, { argv: ['c'], memory: holding(3), children: [[], [30]] });
  proc.set(30, { argv: ['d'], memory: holding(4) });
  sampler.start();
  const labels = sampler.stop().series.byProcess.map(({ label }) => label);
  assert.deepEqual(labels.sort(), ['a', 'b', 'c', 'd']);
});

test('looks for new processes at its own rate', (t) => {
  const { proc, sampler, pass } = setUp(t, { readIntervalMs: 10, discoverIntervalMs: 50 });
  proc.set(10, { argv: ['a'], memory: holding(1) });
  sampler.start();
  proc.set(10, { argv: ['a'], memory: holding(1), children: [[11]] });
  proc.set(11, { argv: ['b'], memory: holding(2) });
  pass(49);
  proc.set(11, { argv: ['b'], memory: holding(3) });
  pass(1);
  const record = sampler.stop();
  assert.deepEqual(
    record.treeRss.map(([kib]) => kib / MIB),
    [1, 4],
  );
});

test('processes whose ancestors have ended are still read, and so are their new children', (t) => {
  const { proc, sampler, pass } = setUp(t);
  proc.set(10, { argv: ['shell'], memory: holding(1), children: [[11]] });
  proc.set(11, { argv: ['daemon'], memory: holding(5) });
  sampler.start();
  proc.end(10);
  proc.set(11, { argv: ['daemon'], memory: holding(5), children: [[12]] });
  proc.set(12, { argv: ['worker'], memory: holding(7) });
  pass(100);
  assert.deepEqual(sampler.stop().series.byProcess, [
    { label: 'shell', mib: [1, 0] },
    { label: 'daemon', mib: [5, 5] },
    { label: 'worker', mib: [0, 7] },
  ]);
});

test('a new process that looks like its parent counts from its second read on, as what it is by then', (t) => {
  const { proc, sampler, pass } = setUp(t, { readIntervalMs: 10 });
  proc.set(10, { argv: ['driver'], memory: holding(600), children: [[11, 12]] });
  for (const pid of [11, 12]) proc.set(pid, { argv: ['driver'], memory: holding(600) });
  sampler.start();
  proc.set(11, { argv: ['true'], memory: holding(1) });
  pass(10);
  const record = sampler.stop();
  assert.deepEqual(record.series.byProcess, [
    { label: 'driver', mib: [1200] },
    { label: 'true', mib: [1] },
  ]);
  assert.deepEqual(record.treeRss, [
    [600 * MIB, 5],
    [1201 * MIB, 5],
  ]);
});

test('a process met in the middle of an exec, without a command line, counts from its second read on', (t) => {
  const { proc, sampler, pass } = setUp(t, { readIntervalMs: 10 });
  proc.set(10, { argv: [], exe: '/usr/bin/node', memory: holding(600), children: [[11]] });
  proc.set(11, { argv: [], exe: '/usr/bin/erased', memory: holding(2) });
  sampler.start();
  proc.set(10, { argv: ['node', 'x.js'], memory: holding(1), children: [[11]] });
  pass(10);
  assert.deepEqual(sampler.stop().series.byProcess, [
    { label: 'x.js', mib: [1] },
    { label: 'erased', mib: [2] },
  ]);
});

test('a child with the command line of its parent but another executable counts at once', (t) => {
  const { proc, sampler } = setUp(t);
  proc.set(10, { argv: ['x'], memory: holding(1), children: [[11]] });
  proc.set(11, { argv: ['x'], exe: '/opt/x', memory: holding(2) });
  sampler.start();
  assert.equal(sampler.stop().treeRss[0]![0], 3 * MIB);
});

test('a process that executes another program is renamed at its next reading', (t) => {
  const { proc, sampler, pass } = setUp(t, { discoverIntervalMs: 1000 });
  proc.set(10, { argv: ['bash', '-c', 'exec gzip'], memory: holding(3) });
  sampler.start();
  proc.set(10, { argv: ['gzip'], memory: holding(1) });
  pass(100);
  assert.deepEqual(sampler.stop().series.byProcess, [
    { label: 'bash', mib: [3, 0] },
    { label: 'gzip', mib: [0, 1] },
  ]);
});

test('one read in the middle of an exec keeps its name until it has a command line', (t) => {
  const { proc, sampler, pass } = setUp(t, { discoverIntervalMs: 1000 });
  proc.set(10, { argv: ['bash', '-c', 'exec node x.js'], memory: holding(3) });
  sampler.start();
  proc.set(10, { argv: [], exe: '/usr/bin/node', memory: holding(1) });
  pass(100);
  proc.set(10, { argv: ['node', 'x.js'], memory: holding(2) });
  pass(100);
  assert.deepEqual(sampler.stop().series.byProcess, [
    { label: 'bash', mib: [3, 1, 0] },
    { label: 'x.js', mib: [0, 0, 2] },
  ]);
});

test('a process that becomes another script of the same interpreter is renamed at the next discovery', (t) => {
  const { proc, sampler, pass } = setUp(t);
  proc.set(10, { argv: ['node', 'a.js'], memory: holding(3) });
  sampler.start();
  proc.set(10, { argv: ['node', 'b.js'], memory: holding(4) });
  pass(100);
  assert.deepEqual(
    sampler.stop().series.byProcess.map(({ label }) => label),
    ['a.js', 'b.js'],
  );
});

test('a process whose command line cannot be seen for a moment keeps its name', (t) => {
  const { proc, sampler, pass } = setUp(t);
  proc.set(10, { argv: ['node', 'a.js'], memory: holding(3) });
  sampler.start();
  writeFileSync(join(proc.root, '10/cmdline'), '');
  pass(100);
  assert.deepEqual(
    sampler.stop().series.byProcess.map(({ label }) => label),
    ['a.js'],
  );
});

test('the label of the root can be given', (t) => {
  const { proc, sampler } = setUp(t, { label: 'url/parse.js' });
  proc.set(10, { argv: ['node', 'x.js'], memory: holding(40), children: [[11]] });
  proc.set(11, { argv: ['node', 'y.js'], memory: holding(41) });
  sampler.start();
  assert.deepEqual(
    sampler.stop().series.byProcess.map(({ label }) => label),
    ['url/parse.js', 'y.js'],
  );
});

test('the peak is the largest high-water mark of one process, and known apart for the descendants', (t) => {
  const { proc, sampler } = setUp(t);
  proc.set(10, { argv: ['a'], memory: { rss: 10, hwm: 5000 }, children: [[11]] });
  proc.set(11, { argv: ['b'], memory: { rss: 20, hwm: 3000 } });
  sampler.start();
  const record = sampler.stop();
  assert.equal(record.peakRssKib, 5000);
  assert.equal(record.descendantPeakRssKib, 3000);
});

test('zombies and kernel threads are skipped, and instants without a process dropped', (t) => {
  const { proc, sampler, pass } = setUp(t);
  proc.set(10, { argv: ['a'], memory: holding(8) });
  sampler.start();
  pass(100);
  proc.end(10);
  pass(300);
  const record = sampler.stop();
  assert.equal(record.ticks, 2);
  assert.deepEqual(record.series, { tMs: [0, 100], byProcess: [{ label: 'a', mib: [8, 8] }] });
});

test('a reading that comes late is noted and those it missed are not made up for', (t) => {
  const { proc, sampler, pass, block } = setUp(t);
  proc.set(10, { argv: ['a'], memory: holding(8) });
  sampler.start();
  block(349);
  pass(100); // the timer, due after 100 ms, fires at 449; the next is due at 500
  pass(51);
  const record = sampler.stop();
  assert.deepEqual(record.series.tMs, [0, 400, 500]);
  assert.equal(record.worstLatenessMs, 349);
});

test('a reading that was due and never came counts as late at the stop', (t) => {
  const { proc, sampler, block } = setUp(t);
  proc.set(10, { argv: ['a'], memory: holding(8) });
  sampler.start();
  block(730);
  assert.equal(sampler.stop().worstLatenessMs, 630);
});

test('a timer that fires early does not read early', (t) => {
  const { proc, sampler, pass, block } = setUp(t);
  proc.set(10, { argv: ['a'], memory: holding(8) });
  sampler.start();
  block(-0.5);
  pass(101);
  const record = sampler.stop();
  assert.deepEqual(record.series.tMs, [0, 100]);
  assert.equal(record.ticks, 3);
});

test('a process that has gone, a spawn that failed and a machine without /proc give an empty record', (t) => {
  for (const options of [{}, { pid: undefined }, { procRoot: '/no/such/proc' }]) {
    const { sampler, pass } = setUp(t, options);
    sampler.start();
    pass(250);
    const record = sampler.stop();
    assert.equal(record.ticks, 0);
    assert.equal(record.durationMs, 250);
    assert.deepEqual(record.series, { tMs: [], byProcess: [] });
    assert.equal(summarize(record), null);
    t.mock.timers.reset();
  }
});

test('stop answers the same record again, and also without a start', (t) => {
  const { proc, sampler, pass } = setUp(t);
  proc.set(10, { argv: ['a'], memory: holding(8) });
  sampler.start();
  const record = sampler.stop();
  proc.set(10, { argv: ['a'], memory: holding(9) });
  pass(200);
  assert.equal(sampler.stop(), record);
  assert.equal(new ProcSampler({ pid: 10 }).stop().ticks, 0);
});

test('a second start and an interval that is not positive are errors', (t) => {
  const { sampler } = setUp(t);
  sampler.start();
  assert.throws(() => sampler.start(), /started twice/);
  for (const readIntervalMs of [0, -1, Number.NaN]) {
    assert.throws(() => new ProcSampler({ pid: 1, readIntervalMs }), RangeError);
    assert.throws(() => new ProcSampler({ pid: 1, discoverIntervalMs: readIntervalMs }), RangeError);
  }
});
