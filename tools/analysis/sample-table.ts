import { type Configuration, configurationKey, formatConfiguration } from '../model/configuration';
import type { PeakMethod, Sample } from '../model/sample';
import { ExpectedNumbers, GrowingNumbers } from './growing-numbers';

/** The memory of an arm's samples, in their order; NaN where it was not read. */
export class ArmMemory {
  /** KiB, as are the trees. */
  readonly peaks = new GrowingNumbers();
  readonly trees = new ExpectedNumbers(Number.NaN, 0);
  /** How the peaks were obtained, as far as the samples say. */
  readonly methods = new Set<PeakMethod | 'an unknown method'>();
}

/** All samples of one configuration under one variant, in the order they were added. */
export class Arm {
  readonly rates = new GrowingNumbers();
  /** Mostly 1, 2, 3, …. */
  readonly rounds = new ExpectedNumbers(1, 1);
  /** Position in the block; NaN where it is not known. */
  readonly orders = new ExpectedNumbers(Number.NaN, 0);
  /** Null while no sample has any: a file of core's has none, and numbers that say so a million times cost memory. */
  memory: ArmMemory | null = null;
  /** The machine of each sample, counted from 0; null while all are of machine 0. */
  machines: GrowingNumbers | null = null;
}

/** One configuration of one benchmark, with an arm for every variant seen. */
export interface Group {
  readonly filename: string;
  readonly parameters: Configuration;
  /** The text of the `configuration` column. */
  readonly configuration: string;
  readonly arms: Map<string, Arm>;
}

/** Where the samples of one configuration under one variant go. */
interface Place {
  readonly filename: string;
  readonly configuration: Configuration;
  readonly variant: string;
  readonly arm: Arm;
  /** Where the sample went that came after the last one of these. */
  next: Place | null;
}

/**
 * Samples by configuration and variant, as the doubles they are and nothing else. Whether they come from the run just
 * made or from a file makes no difference.
 */
export class SampleTable {
  private readonly groups = new Map<string, Group>();
  /** A reader makes each configuration once: its key is made once too, not for every sample. Weak: a run makes many. */
  private readonly groupOf = new WeakMap<Configuration, Group>();
  private readonly placeOf = new Map<Arm, Place>();
  private latest: Place | null = null;

  /** The groups in order of first appearance. */
  get all(): readonly Group[] {
    return [...this.groups.values()];
  }

  /** The group of a configuration, made when it is new. */
  group(filename: string, configuration: Configuration): Group {
    const known = this.groupOf.get(configuration);
    if (known?.filename === filename) return known;
    const key = `${filename}\u0000${configurationKey(configuration)}`;
    let group = this.groups.get(key);
    if (group === undefined) {
      group = {
        filename,
        parameters: configuration,
        configuration: formatConfiguration(configuration),
        arms: new Map(),
      };
      this.groups.set(key, group);
    }
    this.groupOf.set(configuration, group);
    return group;
  }

  /** `machine`: where the sample was measured, counted from 0. Machines are compared each within itself. */
  add(sample: Sample, machine = 0): void {
    const { arm } = this.place(sample);
    arm.rates.push(sample.rate);
    arm.rounds.push(sample.round);
    arm.orders.push(sample.order);
    addMemory(arm, sample);
    if (machine > 0) arm.machines ??= new GrowingNumbers();
    if (arm.machines === null) return;
    while (arm.machines.length < arm.rates.length - 1) arm.machines.push(0);
    arm.machines.push(machine);
  }

  /**
   * Rounds repeat each other, so a place is looked for first where the last one's successor was: finding it by its
   * keys takes as long as all the rest that is done for a row of a file.
   */
  private place({ filename, configuration, variant }: Sample): Place {
    const { latest } = this;
    let place = latest?.next ?? null;
    if (
      place === null ||
      place.configuration !== configuration ||
      place.variant !== variant ||
      place.filename !== filename
    ) {
      const arm = armOf(this.group(filename, configuration), variant);
      place = this.placeOf.get(arm) ?? null;
      if (place === null || place.configuration !== configuration) {
        place = { filename, configuration, variant, arm, next: null };
        this.placeOf.set(arm, place);
      }
      if (latest !== null) latest.next = place;
    }
    this.latest = place;
    return place;
  }
}

function armOf(group: Group, variant: string): Arm {
  let arm = group.arms.get(variant);
  if (arm === undefined) {
    arm = new Arm();
    group.arms.set(variant, arm);
  }
  return arm;
}

/**
 * Adds one rate to a group's arm. A sample without a round is numbered in the order it comes within its arm.
 */
export function addToArm(
  group: Group,
  variant: string,
  rate: number,
  round: number | null,
  order: number | null,
): Arm {
  const arm = armOf(group, variant);
  arm.rates.push(rate);
  arm.rounds.push(round ?? arm.rates.length);
  arm.orders.push(order ?? Number.NaN);
  return arm;
}

/** Adds the memory of the sample that was added last. */
function addMemory(arm: Arm, { peakRssKib, treeRssKib, peakMethod }: Sample): void {
  if (arm.memory === null) {
    if (peakRssKib === undefined && treeRssKib === undefined) return;
    arm.memory = new ArmMemory();
  }
  const { peaks, trees, methods } = arm.memory;
  while (peaks.length < arm.rates.length - 1) {
    peaks.push(Number.NaN);
    trees.push(Number.NaN);
  }
  peaks.push(peakRssKib ?? Number.NaN);
  trees.push(treeRssKib ?? Number.NaN);
  if (peakRssKib !== undefined) methods.add(peakMethod ?? 'an unknown method');
}
