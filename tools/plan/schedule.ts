import { configurationKey } from '../model/configuration';
import type { Block, Job } from '../model/job';
import { seededRandom } from '../stats/random';
import type { Plan, PlannedBenchmark, PlannedConfiguration } from './plan';

/** Which job of a block goes first: a coin for every block, old and new in turn, or always old. */
export type Order = 'random' | 'alternate' | 'fixed';

export interface ScheduleOptions {
  readonly runs: number;
  readonly seed: string;
  readonly order: Order;
  /** Whether each round takes the configurations in a random order of its own, instead of the declared one. */
  readonly shuffleConfigurations: boolean;
  /** CPUs for the jobs of a block by their position, where these run at the same time. */
  readonly cpusets?: readonly string[] | undefined;
}

/** How many jobs a plan has. */
export function countJobs(plan: Plan, runs: number): number {
  const configurations = plan.benchmarks.reduce((sum, { configurations }) => sum + configurations.length, 0);
  return configurations * runs * plan.variants.length;
}

/**
 * The blocks of a plan: benchmark by benchmark, rounds outermost within a benchmark. Every draw depends on the seed
 * and on the place it is for alone, so a run that is resumed, cut into shards or shortened meets the same coins.
 */
export function* schedule(plan: Plan, options: ScheduleOptions): Generator<Block> {
  for (const planned of plan.benchmarks) {
    for (let round = 1; round <= options.runs; round++) {
      for (const configuration of configurationsOfRound(planned, round, options)) {
        yield blockOf(plan, planned, configuration, round, options);
      }
    }
  }
}

/** The configurations of a benchmark in the order in which this round takes them. */
export function configurationsOfRound(
  planned: PlannedBenchmark,
  round: number,
  { seed, shuffleConfigurations }: ScheduleOptions,
): readonly PlannedConfiguration[] {
  if (!shuffleConfigurations) return planned.configurations;
  const random = seededRandom(`${seed}/${planned.benchmark.filename}/${round}`);
  const shuffled = [...planned.configurations];
  random.shuffle(shuffled);
  return shuffled;
}

/** The block of one configuration in one round. */
export function blockOf(
  plan: Plan,
  { benchmark }: PlannedBenchmark,
  { configuration, arms }: PlannedConfiguration,
  round: number,
  { seed, order, cpusets }: ScheduleOptions,
): Block {
  const sequence = plan.variants.map((_, at) => at);
  if (order === 'random') {
    seededRandom(`${seed}/${benchmark.filename}/${configurationKey(configuration)}/${round}`).shuffle(
      sequence,
    );
  } else if (order === 'alternate' && round % 2 === 0) {
    sequence.reverse();
  }
  return sequence.map(
    (at, position): Job => ({
      benchmark,
      configuration,
      variant: plan.variants[at]!,
      round,
      order: position + 1,
      nodeArguments: arms[at]!.nodeArguments,
      arguments: arms[at]!.arguments,
      ...(cpusets === undefined ? {} : { cpuset: cpusets[position]! }),
    }),
  );
}
