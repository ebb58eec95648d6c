import type { Comparison, ComparisonFinding, TestKind } from '../model/finding';
import { mean } from '../stats/describe';
import { holm } from '../stats/holm';
import type { ArmComparison } from './arm-comparison';
import { decide, rateLimit } from './gate';
import {
  compareByMachine,
  levelled,
  type MachineArms,
  type MachinesComparison,
  splitByMachine,
} from './machines';
import { compareMemory } from './memory-comparison';
import { compareByPairs } from './paired-comparison';
import { describePairing } from './pairing';
import { type Pairs, pairUp } from './pairs';
import { repeatedComparison } from './repeated-comparison';
import type { Arm, Group } from './sample-table';
import type { SequentialDesign } from './sequential-design';
import { warningsByRule } from './warning-rules';
import { compareByWelch } from './welch-comparison';

export interface ComparisonOptions {
  readonly test: TestKind;
  /** Percent; null without a gate. */
  readonly maxRegression: number | null;
  /** Percent of peak RSS; null without a gate on memory. */
  readonly maxMemoryRegression?: number | null;
  /** The looks of a run that could stop early; null, the default, for one whose length was fixed beforehand. */
  readonly design?: SequentialDesign | null;
}

const NO_RATES = new Float64Array(0);

function ratesOf(arm: Arm | undefined): Float64Array {
  return arm?.rates.values() ?? NO_RATES;
}

/** Whether the samples say in which order they ran, as files of other tools do not. */
function hasOrder(group: Group): boolean {
  return [...group.arms.values()].some(({ orders }) => !orders.areAsExpected);
}

/** A ratio of new to old as an improvement in percent. */
function improvementPercent(ratio: number): number {
  return (ratio - 1) * 100;
}

interface Compared {
  readonly group: Group;
  readonly oldRates: Float64Array;
  readonly newRates: Float64Array;
  /** Null where nothing asks for pairs: Welch's test of samples whose order is not known. */
  readonly pairs: Pairs | null;
  readonly result: ArmComparison;
  /** Null where all samples come from one machine. */
  readonly machines: { readonly arms: readonly MachineArms[]; readonly found: MachinesComparison } | null;
}

function pairsWithinMachines({ pairs, machines }: Compared): Pairs[] {
  return machines?.arms.map(({ oldArm, newArm }) => pairUp(oldArm, newArm)) ?? [pairs!];
}

/**
 * Compares `new` against `old` in every group, machine by machine where there are several: estimate, interval and p of each, p corrected by Holm–Bonferroni over
 * all of them, and the gate's verdicts when there is a gate (its own Holm family).
 */
export function analyzeComparison(groups: readonly Group[], options: ComparisonOptions): Comparison {
  const { maxRegression, maxMemoryRegression = null, test, design = null } = options;
  const limit = maxRegression === null ? null : rateLimit(maxRegression);
  const ordered = groups.some(hasOrder);
  const compared = groups.map((group): Compared => {
    const [oldArm, newArm] = [group.arms.get('old'), group.arms.get('new')];
    const [oldRates, newRates] = [ratesOf(oldArm), ratesOf(newArm)];
    const pairs = ordered || test === 'paired' ? pairUp(oldArm, newArm) : null;
    const runs = Math.min(oldRates.length, newRates.length);
    const level = design === null || runs < 2 ? undefined : design.intervalLevel(runs);
    const arms = splitByMachine(group);
    const machines = arms && { arms, found: compareByMachine(arms, test === 'paired', level) };
    // Pairs never span machines: their rounds differ.
    const single =
      test === 'paired'
        ? compareByPairs(pairs!, level)
        : (machines?.found.byMeans ?? compareByWelch(oldRates, newRates, level));
    const result = design === null ? single : repeatedComparison(single, design, runs);
    return { group, oldRates, newRates, pairs, result, machines };
  });
  const adjusted = holm(compared.map(({ result }) => result.p));
  const gatePs = limit === null ? null : compared.map(({ result }) => result.worseThan(limit.ratio));
  const gateAdjusted = gatePs === null ? null : holm(gatePs);
  const memory = compareMemory(groups, maxMemoryRegression);
  const findings = compared.map(
    ({ group, oldRates, newRates, pairs, result, machines }, at): ComparisonFinding => {
      const { ratio, interval, p, accuracy, warnings } = result;
      return {
        filename: group.filename,
        configuration: group.configuration,
        oldCount: oldRates.length,
        newCount: newRates.length,
        oldMean: mean(oldRates),
        newMean: mean(newRates),
        improvement: improvementPercent(ratio),
        p,
        adjustedP: adjusted[at]!,
        accuracy,
        interval: { low: improvementPercent(interval.low), high: improvementPercent(interval.high) },
        gate:
          limit === null
            ? null
            : decide(
                {
                  ratio,
                  interval,
                  p: gatePs![at]!,
                  adjustedP: gateAdjusted![at]!,
                  count: Math.min(oldRates.length, newRates.length),
                  identical: warnings.some(({ code }) => code === 'identical'),
                },
                limit,
              ),
        memory: memory[at]!,
        ...(machines && { machines: machines.found.machines }),
        warnings: [
          ...warnings,
          ...(machines?.found.warnings ?? []),
          ...warningsByRule({
            ...(machines === null ? { oldRates, newRates, pairs } : levelled(machines.arms)),
            test,
          }),
        ],
      };
    },
  );
  const pairing = ordered ? describePairing(compared.flatMap(pairsWithinMachines)) : null;
  const looks = design === null ? {} : { looks: design.looks };
  return { test, maxRegression, maxMemoryRegression, findings, pairing, ...looks, warnings: [] };
}
