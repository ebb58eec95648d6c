import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeComparison } from '../../tools/analysis/comparison';
import { feasibilityWarning, runsNeeded } from '../../tools/analysis/feasibility';
import { gateExitCode } from '../../tools/analysis/gate';
import { SampleTable } from '../../tools/analysis/sample-table';
import type { Comparison, MemoryFinding } from '../../tools/model/finding';
import type { PeakMethod } from '../../tools/model/sample';
import { hodgesLehmannShift, mannWhitneyTest, seededRandom } from '../../tools/stats';
import { assertClose } from '../support/reference';

interface Side {
  readonly peaks: readonly (number | undefined)[];
  readonly method?: PeakMethod;
  readonly rate?: number;
}

/** Adds the samples of one configuration; the rates are of no interest unless given. */
function addConfiguration(table: SampleTable, name: string, sides: { old: Side; new: Side }): void {
  for (const variant of ['old', 'new'] as const) {
    const { peaks, method = 'vmhwm', rate = 1000 } = sides[variant];
    peaks.forEach((peakRssKib, at) => {
      const memory =
        peakRssKib === undefined ? {} : { peakRssKib, treeRssKib: peakRssKib - 1000, peakMethod: method };
      table.add({
        filename: 'a.js',
        configuration: [['name', name]],
        variant,
        round: at + 1,
        order: Number.NaN,
        rate: rate + at,
        time: 1,
        ...memory,
      });
    });
  }
}

function compare(
  configurations: readonly { old: Side; new: Side }[],
  limits: { rate?: number; memory?: number } = {},
): Comparison {
  const table = new SampleTable();
  for (const [at, sides] of configurations.entries()) addConfiguration(table, `c${at}`, sides);
  return analyzeComparison(table.all, {
    test: 'welch',
    maxRegression: limits.rate ?? null,
    maxMemoryRegression: limits.memory ?? null,
  });
}

function memoryOf(old: Side, fresh: Side, limit?: number): MemoryFinding {
  return compare([{ old, new: fresh }], limit === undefined ? {} : { memory: limit }).findings[0]!.memory!;
}

const codes = ({ warnings }: MemoryFinding) => warnings.map(({ code }) => code);

test('the change is the Hodges–Lehmann ratio of the peaks with its interval, p that of Mann–Whitney', () => {
  const old = [40000, 40004, 40120, 40200, 40312];
  const fresh = [48004, 48120, 48120, 48560, 49100, 50020];
  const memory = memoryOf({ peaks: old }, { peaks: fresh });
  const shift = hodgesLehmannShift(old.map(Math.log), fresh.map(Math.log));
  assertClose(memory.change, (Math.exp(shift.estimate) - 1) * 100, 'change');
  assertClose(memory.interval.low, (Math.exp(shift.low) - 1) * 100, 'low');
  assertClose(memory.interval.high, (Math.exp(shift.high) - 1) * 100, 'high');
  assertClose(memory.p, mannWhitneyTest(old, fresh).p, 'p');
  assert.deepEqual(
    [memory.oldPeakKib, memory.newPeakKib, memory.oldTreeKib, memory.newTreeKib],
    [40120, 48340, 39120, 47340],
  );
  assert.deepEqual(codes(memory), []);
});

test('peaks that never change and are equal are no reason for a warning', () => {
  const memory = memoryOf({ peaks: [40000, 40000, 40000] }, { peaks: [40000, 40000] }, 0);
  assert.equal(memory.p, 1);
  assert.deepEqual(memory.interval, { low: 0, high: 0 });
  assert.deepEqual(codes(memory), []);
  assert.equal(memory.gate!.verdict, 'ok');
});

test('peaks that never change and differ are as certain as the test can be with so many', () => {
  const runs = (count: number, peak: number) => ({ peaks: Array<number>(count).fill(peak) });
  const few = memoryOf(runs(2, 40000), runs(2, 50000), 10);
  assert.ok(Math.abs(few.p - 1 / 3) < 1e-12, `${few.p}`);
  assert.ok(Math.abs(few.change - 25) < 1e-9);
  assert.equal(few.gate!.verdict, 'undecided');
  assert.equal(memoryOf(runs(2, 40000), runs(2, 50000), 30).gate!.verdict, 'undecided');
  const many = memoryOf(runs(10, 40000), runs(10, 50000), 10);
  assert.ok(Math.abs(many.p - 2 / 184756) < 1e-12, `${many.p}`);
  assert.equal(many.gate!.verdict, 'regressed');
  assert.equal(memoryOf(runs(10, 40000), runs(10, 50000), 30).gate!.verdict, 'ok');
});

test('peaks of different methods are not compared, nor pass a gate', () => {
  for (const old of [
    { peaks: [40000, 40100, 40200, 40300], method: 'sampler' },
    { peaks: [40000, 40100, 40200, 40300], method: 'gnu-time' },
  ] as const) {
    const memory = memoryOf(old, { peaks: [40000, 40100, 40200, 40300] }, 10);
    assert.deepEqual(codes(memory), ['peak-methods-differ']);
    assert.deepEqual([memory.change, memory.p, memory.interval.low], [Number.NaN, Number.NaN, Number.NaN]);
    assert.equal(memory.gate!.verdict, 'undecided');
  }
});

test('runs without a reading are told, and a configuration without any passes no gate', () => {
  const some = memoryOf(
    { peaks: [40000, undefined, 40100, 40000, 40100] },
    { peaks: [40000, 40100, 40000, 40100] },
  );
  assert.equal(some.oldCount, 4);
  assert.match(some.warnings[0]!.message, /4 of 5 runs of old and 4 of 4 of new/);
  const none = { peaks: [undefined, undefined] };
  assert.equal(compare([{ old: none, new: none }]).findings[0]!.memory, null);
  const gated = memoryOf(none, none, 10);
  assert.deepEqual(codes(gated), ['memory-missing']);
  assert.equal(gated.gate!.verdict, 'undecided');
});

test('with fewer than four runs a side there is no 95 % interval: it is shown, and decides nothing', () => {
  const memory = memoryOf({ peaks: [40000, 40100, 40200] }, { peaks: [40000, 40100, 40200] }, 10);
  assert.deepEqual(codes(memory), ['memory-interval-level']);
  assert.match(memory.warnings[0]!.message, /90\.0 %/);
  assert.ok(memory.interval.high < 1);
  assert.equal(memory.gate!.verdict, 'undecided');
  const four = [40000, 40100, 40200, 40300];
  assert.equal(memoryOf({ peaks: four }, { peaks: four }, 10).gate!.verdict, 'ok');
  assert.equal(runsNeeded('memory', 1), 4);
  assert.equal(runsNeeded('memory', 30), 6);
  assert.equal(feasibilityWarning('memory', 3, 1)!.code, 'memory-gate-cannot-decide');
  assert.equal(feasibilityWarning('memory', 4, 1), null);
});

test('more than the limit allows is a regression, less and a decrease are none, and in between stays open', () => {
  const random = seededRandom(5);
  const around = (mean: number) =>
    Array.from({ length: 12 }, () => Math.round(mean * (1 + 0.01 * random.normal())));
  const verdict = (ratio: number) =>
    memoryOf({ peaks: around(40000) }, { peaks: around(40000 * ratio) }, 10).gate!.verdict;
  assert.deepEqual([1.2, 1.1, 1, 0.5].map(verdict), ['regressed', 'undecided', 'ok', 'ok']);
});

test('an undecided gate says what growth is excluded and how many runs would settle it', () => {
  const random = seededRandom(8);
  const around = (mean: number) =>
    Array.from({ length: 8 }, () => Math.round(mean * (1 + 0.1 * random.normal())));
  const { gate, interval } = memoryOf({ peaks: around(40000) }, { peaks: around(42000) }, 10);
  assert.equal(gate!.verdict, 'undecided');
  assertClose(gate!.worstLossPercent, interval.high, 'excluded');
  assert.ok(gate!.runsToSettle! > 8);
});

test('each gate has a Holm family of its own, and the exit code is the worse of the two', () => {
  const flat = [40000, 40100, 40200, 40300];
  const more = flat.map((peak) => 2 * peak);
  const sides = (old: Side, fresh: Side) => ({ old, new: fresh });
  const same = sides({ peaks: flat }, { peaks: flat });
  const larger = sides({ peaks: flat }, { peaks: more });
  const slower = sides({ peaks: flat }, { peaks: flat, rate: 500 });
  const open = sides({ peaks: flat }, { peaks: [undefined, ...flat.slice(1)] });
  const code = (configuration: typeof same, undecided: 'pass' | 'fail') =>
    gateExitCode(compare([configuration], { rate: 5, memory: 10 }), undecided);
  assert.deepEqual(
    [same, larger, slower].map((one) => code(one, 'fail')),
    [0, 1, 1],
  );
  assert.deepEqual([code(open, 'fail'), code(open, 'pass')], [2, 0]);
  assert.equal(gateExitCode(compare([open, larger], { rate: 5, memory: 10 }), 'fail'), 1);
  const { findings } = compare([larger, larger, same], { memory: 10 });
  assertClose(findings[0]!.memory!.gate!.p, 1 / 70, 'one-sided');
  assertClose(findings[0]!.memory!.gate!.adjustedP, 3 / 70, 'over the three of the family');
});
