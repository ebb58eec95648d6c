import type { GateFinding, MemoryFinding } from '../model/finding';
import type { Warning } from '../model/warning';
import { median } from '../stats/describe';
import { hodgesLehmannShift } from '../stats/hodges-lehmann';
import { holm } from '../stats/holm';
import { mannWhitneyTest } from '../stats/mann-whitney';
import { decide, memoryLimit } from './gate';
import type { Arm, ArmMemory, Group } from './sample-table';

const LEVEL = 0.95;
/** An achieved level this far from 95 % is told, and an interval that falls this short of it decides nothing. */
const LEVEL_TOLERANCE = 0.005;

const NONE = new Float64Array(0);

/** What the test says of one configuration, before Holm and the gate. */
interface Tested {
  readonly finding: Omit<MemoryFinding, 'adjustedP' | 'gate'>;
  /** new / old with the ends of its 95 % interval; NaN where there is none. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  readonly count: number;
  /** Both sides are constant and equal. */
  readonly identical: boolean;
  /** One-sided p of "the ratio is at most `limit`" against "it is more". */
  readonly largerThan: (limit: number) => number;
}

/**
 * Compares the peak RSS of `new` with that of `old` in every group: the Mann–Whitney test, exact and conditional on ties
 * (peaks are counted in pages, so they tie), and the Hodges–Lehmann shift of the log peaks with its interval, which as a
 * ratio is the change. Sides that are constant and equal are equal; where they differ, the test says how sure that is: a
 * peak that jumps between two levels is often constant over a few runs. Peaks obtained by different methods are not
 * compared.
 *
 * A finding for each group, with Holm–Bonferroni over all of them and the gate's verdicts over a family of their own;
 * null for a group without any memory, unless there is a gate, which must not pass for want of figures.
 */
export function compareMemory(
  groups: readonly Group[],
  maxMemoryRegression: number | null,
): (MemoryFinding | null)[] {
  const tested = groups.map((group) => testGroup(group, maxMemoryRegression !== null));
  const adjusted = holm(tested.map((one) => one?.finding.p ?? Number.NaN));
  const gates = maxMemoryRegression === null ? null : judge(tested, maxMemoryRegression);
  return tested.map((one, at) =>
    one === null ? null : { ...one.finding, adjustedP: adjusted[at]!, gate: gates?.[at] ?? null },
  );
}

function judge(tested: readonly (Tested | null)[], percent: number): (GateFinding | null)[] {
  const limit = memoryLimit(percent);
  const ps = tested.map((one) => one?.largerThan(limit.ratio) ?? Number.NaN);
  const adjusted = holm(ps);
  return tested.map((one, at) =>
    one === null
      ? null
      : decide(
          {
            ratio: one.ratio,
            interval: { low: one.low, high: one.high },
            p: ps[at]!,
            adjustedP: adjusted[at]!,
            count: one.count,
            identical: one.identical,
          },
          limit,
        ),
  );
}

function testGroup(group: Group, isWanted: boolean): Tested | null {
  const [oldArm, newArm] = [group.arms.get('old'), group.arms.get('new')];
  const [oldMemory, newMemory] = [oldArm?.memory ?? null, newArm?.memory ?? null];
  if (oldMemory === null && newMemory === null && !isWanted) return null;
  const [oldPeaks, newPeaks] = [known(oldMemory?.peaks), known(newMemory?.peaks)];
  const sides = {
    oldCount: oldPeaks.length,
    newCount: newPeaks.length,
    oldPeakKib: median(oldPeaks),
    newPeakKib: median(newPeaks),
    oldTreeKib: median(known(oldMemory?.trees)),
    newTreeKib: median(known(newMemory?.trees)),
  };
  const methods = new Set([...(oldMemory?.methods ?? []), ...(newMemory?.methods ?? [])]);
  const result = methods.size > 1 ? NO_RESULT : testPeaks(oldPeaks, newPeaks);
  const warnings: Warning[] = [
    ...missing(oldArm, oldPeaks, newArm, newPeaks),
    ...(methods.size > 1 ? [mixedMethods(oldMemory, newMemory)] : []),
    ...result.warnings,
  ];
  return {
    ...result,
    count: Math.min(oldPeaks.length, newPeaks.length),
    finding: {
      ...sides,
      change: percentOf(result.ratio),
      interval: { low: percentOf(result.shown.low), high: percentOf(result.shown.high) },
      p: result.p,
      warnings,
    },
  };
}

interface Result extends Pick<Tested, 'ratio' | 'low' | 'high' | 'identical' | 'largerThan'> {
  readonly p: number;
  /** The interval to print, also where its level is too low to decide by. */
  readonly shown: { readonly low: number; readonly high: number };
  readonly warnings: readonly Warning[];
}

const NO_INTERVAL = { low: Number.NaN, high: Number.NaN };

const NO_RESULT: Result = {
  ratio: Number.NaN,
  ...NO_INTERVAL,
  shown: NO_INTERVAL,
  identical: false,
  p: Number.NaN,
  largerThan: () => Number.NaN,
  warnings: [],
};

function testPeaks(oldPeaks: Float64Array, newPeaks: Float64Array): Result {
  if (oldPeaks.length < 2 || newPeaks.length < 2)
    return { ...NO_RESULT, ratio: median(newPeaks) / median(oldPeaks) };
  if (isConstant(oldPeaks) && isConstant(newPeaks) && oldPeaks[0] === newPeaks[0]) {
    const interval = { low: 1, high: 1 };
    return {
      ratio: 1,
      ...interval,
      shown: interval,
      identical: true,
      p: 1,
      largerThan: () => 1,
      warnings: [],
    };
  }
  const { estimate, low, high, achievedLevel } = hodgesLehmannShift(
    oldPeaks.map(Math.log),
    newPeaks.map(Math.log),
    LEVEL,
  );
  const shown = { low: Math.exp(low), high: Math.exp(high) };
  const falls = achievedLevel < LEVEL - LEVEL_TOLERANCE;
  return {
    ratio: Math.exp(estimate),
    ...(falls ? NO_INTERVAL : shown),
    shown,
    identical: false,
    p: mannWhitneyTest(oldPeaks, newPeaks).p,
    // Ranks do not change under the logarithm, and products of whole numbers tie where sums of logarithms would not.
    largerThan: (limit) =>
      mannWhitneyTest(
        oldPeaks.map((peak) => peak * limit),
        newPeaks,
        { alternative: 'greater' },
      ).p,
    warnings: falls
      ? [
          {
            code: 'memory-interval-level',
            message: `the interval of so few peaks covers ${(achievedLevel * 100).toFixed(1)} %, not 95 %`,
          },
        ]
      : [],
  };
}

function missing(
  oldArm: Arm | undefined,
  oldPeaks: Float64Array,
  newArm: Arm | undefined,
  newPeaks: Float64Array,
): Warning[] {
  const [oldRuns, newRuns] = [oldArm?.rates.length ?? 0, newArm?.rates.length ?? 0];
  if (oldPeaks.length === oldRuns && newPeaks.length === newRuns) return [];
  return [
    {
      code: 'memory-missing',
      message: `peak RSS was read in ${oldPeaks.length} of ${oldRuns} runs of old and ${newPeaks.length} of ${newRuns} of new`,
    },
  ];
}

function mixedMethods(oldMemory: ArmMemory | null, newMemory: ArmMemory | null): Warning {
  const [oldMethods, newMethods] = [oldMemory, newMemory].map((memory) =>
    memory === null ? 'nothing' : [...memory.methods].sort().join(' and '),
  );
  return {
    code: 'peak-methods-differ',
    message: `peak RSS is not compared: old was read by ${oldMethods}, new by ${newMethods}`,
  };
}

function known(values: { values(): Float64Array } | undefined): Float64Array {
  return values?.values().filter((value) => !Number.isNaN(value)) ?? NONE;
}

function isConstant(values: Float64Array): boolean {
  return values.every((value) => value === values[0]);
}

function percentOf(ratio: number): number {
  return (ratio - 1) * 100;
}
