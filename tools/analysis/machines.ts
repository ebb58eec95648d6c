import type { MachineFinding } from '../model/finding';
import type { Warning } from '../model/warning';
import { mean, variance } from '../stats/describe';
import { commonEstimate, heterogeneityP, type StratumEstimate } from '../stats/strata';
import { studentTP, studentTQuantile } from '../stats/student-t-distribution';
import { satterthwaite } from '../stats/welch';
import { type ArmComparison, tooFewSamples } from './arm-comparison';
import { logRatios, type Pairs, pairUp } from './pairs';
import { concatenate } from './rates';
import { Arm, type Group } from './sample-table';

const LEVELS = [0.05, 0.01, 0.001] as const;

const LEVEL = 0.95;

/** Machines that differ by chance alone are told this often. */
const DIFFERENCE_CHANCE = 0.01;

/** What one machine has of a configuration. */
export interface MachineArms {
  /** Counted from 1. */
  readonly machine: number;
  readonly oldArm: Arm | undefined;
  readonly newArm: Arm | undefined;
}

function armOf(arm: Arm | undefined, machine: number): Arm | undefined {
  if (arm === undefined) return undefined;
  const part = new Arm();
  const [rates, rounds, orders] = [arm.rates.values(), arm.rounds.values(), arm.orders.values()];
  for (let at = 0; at < rates.length; at++) {
    if ((arm.machines?.values()[at] ?? 0) !== machine) continue;
    part.rates.push(rates[at]!);
    part.rounds.push(rounds[at]!);
    part.orders.push(orders[at]!);
  }
  return part.rates.length === 0 ? undefined : part;
}

/** The samples of a configuration machine by machine; null when they all come from one. */
export function splitByMachine(group: Group): MachineArms[] | null {
  const [oldArm, newArm] = [group.arms.get('old'), group.arms.get('new')];
  const machines = new Set<number>();
  for (const arm of [oldArm, newArm]) {
    if (arm === undefined) continue;
    if (arm.machines === null) machines.add(0);
    else for (const machine of arm.machines.values()) machines.add(machine);
  }
  if (machines.size < 2) return null;
  return [...machines]
    .sort((a, b) => a - b)
    .map((machine) => ({
      machine: machine + 1,
      oldArm: armOf(oldArm, machine),
      newArm: armOf(newArm, machine),
    }));
}

/** One machine's estimate of ln(new / old). */
interface Stratum extends StratumEstimate {
  readonly arms: MachineArms;
}

/** From the means of the two sides; their errors by the delta method. Null for a side of fewer than two samples. */
function stratumOfMeans(arms: MachineArms): Stratum | null {
  const [x, y] = [arms.oldArm?.rates.values(), arms.newArm?.rates.values()];
  if (x === undefined || y === undefined || x.length < 2 || y.length < 2) return null;
  const [oldPart, newPart] = [x, y].map((rates) => variance(rates) / rates.length / mean(rates) ** 2);
  const squaredError = oldPart! + newPart!;
  const df =
    squaredError === 0 ? x.length + y.length - 2 : satterthwaite(oldPart! / squaredError, x.length, y.length);
  return {
    arms,
    estimate: Math.log(mean(y) / mean(x)),
    variance: squaredError,
    df,
    weight: (x.length * y.length) / (x.length + y.length),
  };
}

/** From the pairs that ran next to each other. Null for fewer than two. */
function stratumOfPairs(arms: MachineArms): Stratum | null {
  const differences = logRatios(pairUp(arms.oldArm, arms.newArm));
  const count = differences.length;
  if (count < 2) return null;
  return {
    arms,
    estimate: mean(differences),
    variance: variance(differences) / count,
    df: count - 1,
    weight: count,
  };
}

const percent = (logarithm: number) => Math.expm1(logarithm) * 100;

function machineFinding({ arms, estimate, variance: squared, df }: Stratum): MachineFinding {
  const halfWidth = squared === 0 ? 0 : studentTQuantile(0.975, df) * Math.sqrt(squared);
  return {
    machine: arms.machine,
    oldCount: arms.oldArm!.rates.length,
    newCount: arms.newArm!.rates.length,
    improvement: percent(estimate),
    interval: { low: percent(estimate - halfWidth), high: percent(estimate + halfWidth) },
  };
}

function warningsOf(strata: readonly Stratum[], heterogeneity: number, leftOut: number): Warning[] {
  const warnings: Warning[] = [];
  if (heterogeneity < DIFFERENCE_CHANCE) {
    const signs = new Set(strata.map(({ estimate }) => Math.sign(estimate)));
    warnings.push(
      signs.has(1) && signs.has(-1)
        ? {
            code: 'machines-disagree',
            message: 'faster on one machine and slower on another: their mean says little',
          }
        : {
            code: 'machines-differ',
            message: 'the size of the change differs between machines: the estimate is their mean',
          },
    );
  }
  if (leftOut > 0) {
    warnings.push({
      code: 'machine-left-out',
      message: `${leftOut} ${leftOut === 1 ? 'machine has' : 'machines have'} fewer than two samples of a side and ${leftOut === 1 ? 'is' : 'are'} left out`,
    });
  }
  return warnings;
}

/** What several machines say of one configuration. */
export interface MachinesComparison {
  readonly machines: readonly MachineFinding[];
  /** p of "the change is the same on all machines". */
  readonly heterogeneityP: number;
  readonly warnings: readonly Warning[];
  /** The comparison of means within each machine; only the test of pairs has a better one. */
  readonly byMeans: ArmComparison;
}

/**
 * Compares the sides within each machine and takes the mean of the log ratios, weighted by the sizes of the samples:
 * how fast the machines are does not enter. Student's t with Satterthwaite's degrees of freedom; Welch's F test says
 * whether the machines agree. `level`: of the interval.
 */
export function compareByMachine(
  all: readonly MachineArms[],
  paired: boolean,
  level = LEVEL,
): MachinesComparison {
  const strata = all.flatMap((arms) => (paired ? stratumOfPairs(arms) : stratumOfMeans(arms)) ?? []);
  const heterogeneity = heterogeneityP(strata);
  return {
    machines: strata.map(machineFinding),
    heterogeneityP: heterogeneity,
    warnings: warningsOf(strata, heterogeneity, all.length - strata.length),
    byMeans: byMeans(all, strata, level),
  };
}

function constantWarning(strata: readonly Stratum[]): Warning {
  return strata.every(({ estimate }) => estimate === 0)
    ? {
        code: 'identical',
        message: 'every sample of both sides is the same number on each machine: was anything measured?',
      }
    : {
        code: 'constant',
        message: 'the samples of each side are all the same number on each machine: was anything measured?',
      };
}

function byMeans(all: readonly MachineArms[], strata: readonly Stratum[], level: number): ArmComparison {
  if (strata.length === 0) {
    const count = (side: 'oldArm' | 'newArm') =>
      all.reduce((sum, arms) => sum + (arms[side]?.rates.length ?? 0), 0);
    return tooFewSamples(Number.NaN, count('oldArm'), count('newArm'));
  }
  const { estimate, standardError, df } = commonEstimate(strata);
  const halfWidth = (level: number) =>
    standardError === 0 ? 0 : studentTQuantile(1 - level / 2, df) * standardError;
  const tOf = (value: number) =>
    standardError === 0 && estimate === value ? 0 : (estimate - value) / standardError;
  const accuracy = (level: number) => Math.exp(estimate) * Math.sinh(halfWidth(level)) * 100;
  return {
    ratio: Math.exp(estimate),
    interval: {
      low: Math.exp(estimate - halfWidth(1 - level)),
      high: Math.exp(estimate + halfWidth(1 - level)),
    },
    p: studentTP(tOf(0), df, 'two-sided'),
    accuracy: [accuracy(LEVELS[0]), accuracy(LEVELS[1]), accuracy(LEVELS[2])],
    worseThan: (limit) => (limit <= 0 ? 1 : studentTP(tOf(Math.log(limit)), df, 'less')),
    warnings: standardError === 0 ? [constantWarning(strata)] : [],
  };
}

/**
 * The two sides as if all machines were alike and had found the same change: each rate divided by the mean of its side
 * on its machine. For rules that look at how the samples of a row are spread.
 */
export function levelled(all: readonly MachineArms[]): {
  readonly oldRates: Float64Array;
  readonly newRates: Float64Array;
  readonly pairs: Pairs;
} {
  const level = (rates: Float64Array, by: Arm | undefined) => {
    const center = by === undefined ? 1 : mean(by.rates.values());
    return rates.map((rate) => rate / center);
  };
  const ratesOf = (side: 'oldArm' | 'newArm') =>
    concatenate(all.map(({ [side]: arm }) => level(arm?.rates.values() ?? new Float64Array(0), arm)));
  const paired = all.map(({ oldArm, newArm }) => {
    const pairs = pairUp(oldArm, newArm);
    return {
      ...pairs,
      oldRates: level(pairs.oldRates, oldArm),
      newRates: level(pairs.newRates, newArm),
    };
  });
  return {
    oldRates: ratesOf('oldArm'),
    newRates: ratesOf('newArm'),
    pairs: {
      oldRates: concatenate(paired.map((pairs) => pairs.oldRates)),
      newRates: concatenate(paired.map((pairs) => pairs.newRates)),
      newWasSecond: concatenate(paired.map((pairs) => pairs.newWasSecond)),
      unpaired: paired.reduce((sum, pairs) => sum + pairs.unpaired, 0),
    },
  };
}
