import { type Configuration, configurationKey } from '../model/configuration';
import type { Benchmark, Block } from '../model/job';
import type { Plan } from './plan';
import { blockOf, configurationsOfRound, type ScheduleOptions } from './schedule';

export interface DecidingOptions extends ScheduleOptions {
  /** Runs a side after which the samples are looked at, rising; the last is the most a configuration gets. */
  readonly looks: readonly number[];
  /**
   * Asked at each look but the last of every configuration that is still running: which of them are settled. Called
   * when the samples of all their rounds so far have been handed on.
   */
  readonly settled: (
    benchmark: Benchmark,
    configurations: readonly Configuration[],
  ) => readonly Configuration[];
}

/**
 * The blocks of a plan in the order of `schedule`, but a configuration that is settled at a look gets no more, and what
 * it does not use others do: the plan has `runs` rounds for each configuration, to be spent where they are needed, at
 * most up to the last look. What one benchmark leaves over the next may use. Where the rest is too small for all that
 * are undecided, the first in declared order go on.
 */
export function* decidingSchedule(plan: Plan, options: DecidingOptions): Generator<Block> {
  const { looks, runs, settled } = options;
  let budget = 0;
  for (const planned of plan.benchmarks) {
    budget += planned.configurations.length * runs;
    let active = new Set(planned.configurations);
    let done = 0;
    for (const look of looks) {
      const affordable = Math.floor(budget / (look - done));
      active = new Set([...active].slice(0, affordable));
      if (active.size === 0) break;
      budget -= active.size * (look - done);
      for (let round = done + 1; round <= look; round++) {
        for (const configuration of configurationsOfRound(planned, round, options)) {
          if (active.has(configuration)) yield blockOf(plan, planned, configuration, round, options);
        }
      }
      done = look;
      if (look === looks[looks.length - 1]) break;
      const running = [...active].map(({ configuration }) => configuration);
      const ended = new Set(settled(planned.benchmark, running).map(configurationKey));
      active = new Set(
        [...active].filter(({ configuration }) => !ended.has(configurationKey(configuration))),
      );
    }
  }
}
