import { configurationKey } from '../model/configuration';
import type { Benchmark, Block, Job } from '../model/job';
import type { Outcome } from '../model/sample';
import type { Executor } from './executor';

/** Failures in a row of one configuration under one variant after which its remaining runs are skipped. */
const GIVE_UP_AFTER = 2;

export interface ExecuteOptions {
  readonly signal: AbortSignal;
  /** Stop at the first failure. */
  readonly bail: boolean;
  /** Run the jobs of a block at the same time. */
  readonly together?: boolean | undefined;
  /** Called before the first and after the last job of each benchmark. */
  readonly beforeBenchmark?: (benchmark: Benchmark) => Promise<void>;
  readonly afterBenchmark?: (benchmark: Benchmark) => Promise<void>;
}

function configurationOf({ benchmark, configuration }: Job): string {
  return `${benchmark.path}\u0000${configurationKey(configuration)}`;
}

export type Step = Outcome | { readonly kind: 'skipped'; readonly job: Job };

/**
 * Runs blocks one after another and yields what became of each job, in order. Blocks are taken only when they are
 * due, so whoever makes them can take earlier outcomes into account. A configuration that keeps failing under one
 * variant is skipped from then on: its other runs could not be compared, and a hanging one would cost a time-out each.
 */
export async function* execute(
  blocks: Iterable<Block>,
  executor: Executor,
  { signal, bail, together = false, beforeBenchmark, afterBenchmark }: ExecuteOptions,
): AsyncGenerator<Step> {
  const failuresInARow = new Map<string, number>();
  const givenUp = new Set<string>();
  let current: Benchmark | undefined;
  for (const block of blocks) {
    if (signal.aborted) return;
    if (block[0] !== undefined && block[0].benchmark !== current) {
      if (current !== undefined) await afterBenchmark?.(current);
      current = block[0].benchmark;
      await beforeBenchmark?.(current);
    }
    const running = together
      ? block.map((job) => (givenUp.has(configurationOf(job)) ? null : executor.run(job, signal)))
      : null;
    await Promise.all(running ?? []);
    for (const [at, job] of block.entries()) {
      const configuration = configurationOf(job);
      const started = running?.[at];
      if (givenUp.has(configuration) && !started) {
        yield { kind: 'skipped', job };
        continue;
      }
      if (signal.aborted && !started) return;
      const outcome = await (started ?? executor.run(job, signal));
      // A job that was cut off by the interruption is neither a sample nor the benchmark's fault.
      if (signal.aborted && outcome.kind === 'failure') return;
      const arm = `${configuration}\u0000${job.variant.label}`;
      const failures = outcome.kind === 'failure' ? (failuresInARow.get(arm) ?? 0) + 1 : 0;
      failuresInARow.set(arm, failures);
      if (failures >= GIVE_UP_AFTER) givenUp.add(configuration);
      yield outcome;
      if (bail && outcome.kind === 'failure') return;
    }
  }
  if (current !== undefined) await afterBenchmark?.(current);
}
