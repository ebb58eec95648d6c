import { type Configuration, configurationKey, formatConfiguration } from '../model/configuration';
import type { Sample } from '../model/sample';
import { GrowingNumbers } from './growing-numbers';

/** All samples of one configuration under one variant, in the order they were added. */
export class Arm {
  readonly rates = new GrowingNumbers();
  readonly rounds = new GrowingNumbers();
  /** Position in the block; NaN where it is not known. */
  readonly orders = new GrowingNumbers();
}

/** One configuration of one benchmark, with an arm for every variant seen. */
export interface Group {
  readonly filename: string;
  readonly parameters: Configuration;
  /** The text of the `configuration` column. */
  readonly configuration: string;
  readonly arms: Map<string, Arm>;
}

/**
 * Samples by configuration and variant, as the doubles they are and nothing else. Whether they come from the run just
 * made or from a file makes no difference.
 */
export class SampleTable {
  private readonly groups = new Map<string, Group>();
  /** Whoever makes samples makes each configuration once: its key is made once too, not for every sample. */
  private readonly groupOf = new Map<Configuration, Group>();

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

  add(sample: Sample): void {
    const group = this.group(sample.filename, sample.configuration);
    addToArm(group, sample.variant, sample.rate, sample.round, sample.order);
  }
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
): void {
  let arm = group.arms.get(variant);
  if (arm === undefined) {
    arm = new Arm();
    group.arms.set(variant, arm);
  }
  arm.rates.push(rate);
  arm.rounds.push(round ?? arm.rates.length);
  arm.orders.push(order ?? Number.NaN);
}
