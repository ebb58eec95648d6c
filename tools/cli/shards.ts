import * as path from 'node:path';
import { configurationKey } from '../model/configuration';
import { UsageError } from '../model/errors';
import type { Shard } from '../model/recording';
import type { Plan } from '../plan/plan';
import type { CostOf } from '../plan/shard';
import type { Context } from './context';
import { type OptionValues, type Parse, text, valueOption } from './options';

const parseShard: Parse<Shard> = (option, value) => {
  const match = /^(\d+)\/(\d+)$/.exec(value);
  const shard = { index: Number(match?.[1]), count: Number(match?.[2]) };
  if (!(shard.index >= 1 && shard.index <= shard.count)) {
    throw new UsageError(`${option} expects I/N, part I of N, counted from 1; got "${value}"`);
  }
  return shard;
};

/** Cutting a run into parts for several machines. */
export const shardOptions = {
  shard: valueOption('I/N', 'measure part I of N of the configurations, for merge', parseShard, null),
  costs: valueOption(
    'FILE',
    'balance the shards by what each configuration took in this recording or CSV file',
    text,
    null,
    'all alike',
  ),
};

/** Starting a process takes about this long, in seconds, whatever it measures. */
const START = 0.05;

/** The part of the plan that `--shard` asks for; the whole plan without it. Throws a UsageError. */
export async function shardOf(
  plan: Plan,
  given: OptionValues<typeof shardOptions>,
  context: Context,
  signal: AbortSignal,
): Promise<Plan> {
  const { shard, costs } = given;
  if (shard === null) {
    if (costs !== null) throw new UsageError('--costs is for --shard');
    return plan;
  }
  try {
    const { takeShard } = await import('../plan/shard.js');
    return takeShard(plan, shard, costs === null ? () => 1 : await readCosts(costs, context, signal));
  } catch (error) {
    await plan.roots.releaseAll();
    throw error;
  }
}

/** Seconds that a run of a configuration took on average; the mean of all where it is not in the file. */
async function readCosts(name: string, context: Context, signal: AbortSignal): Promise<CostOf> {
  const { fileInput } = await import('../record/input.js');
  const { readSampleFiles } = await import('../record/sample-files.js');
  const times = new Map<string, { sum: number; count: number }>();
  const all = { sum: 0, count: 0 };
  const file = path.resolve(context.workingDirectory, name);
  await readSampleFiles([fileInput(name, file, signal)], {
    skipInvalid: false,
    onSample({ filename, configuration, time }) {
      const key = `${filename}\u0000${configurationKey(configuration)}`;
      const entry = times.get(key) ?? { sum: 0, count: 0 };
      times.set(key, entry);
      for (const one of [entry, all]) {
        one.sum += time + START;
        one.count++;
      }
    },
  });
  return (benchmark, configuration) => {
    const entry = times.get(`${benchmark.filename}\u0000${configurationKey(configuration)}`) ?? all;
    return entry.sum / entry.count;
  };
}
