import type { Configuration } from '../model/configuration';
import { UsageError } from '../model/errors';
import type { Benchmark } from '../model/job';
import type { Shard } from '../model/recording';
import type { Plan } from './plan';

/** What a configuration costs, in any unit. */
export type CostOf = (benchmark: Benchmark, configuration: Configuration) => number;

/**
 * The part of a plan that one of several machines measures: whole configurations, so that both variants of each run
 * side by side. The dearest configuration goes first, each to the shard that has the least so far (Graham's LPT rule):
 * the shards differ by less than the cost of one configuration, and every machine comes to the same cut by itself.
 * Throws a UsageError when there are fewer configurations than shards.
 */
export function takeShard(plan: Plan, shard: Shard, costOf: CostOf): Plan {
  const all = plan.benchmarks.flatMap(({ benchmark, configurations }) =>
    configurations.map((planned) => ({ planned, cost: costOf(benchmark, planned.configuration) })),
  );
  if (all.length < shard.count) {
    throw new UsageError(
      `--shard ${shard.index}/${shard.count}: there ${all.length === 1 ? 'is 1 configuration' : `are ${all.length} configurations`}, not enough for ${shard.count} shards`,
    );
  }
  const loads = new Array<number>(shard.count).fill(0);
  const own = new Set<unknown>();
  // Array.prototype.sort is stable: configurations of one cost stay in declared order.
  for (const { planned, cost } of [...all].sort((a, b) => b.cost - a.cost)) {
    const least = loads.indexOf(Math.min(...loads));
    loads[least]! += cost;
    if (least === shard.index - 1) own.add(planned);
  }
  const benchmarks = plan.benchmarks.flatMap(({ benchmark, configurations }) => {
    const kept = configurations.filter((planned) => own.has(planned));
    if (kept.length > 0) return [{ benchmark, configurations: kept }];
    void plan.roots.release(benchmark);
    return [];
  });
  return { ...plan, benchmarks };
}
