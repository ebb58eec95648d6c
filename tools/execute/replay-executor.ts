import type { Benchmark, Job, Variant } from '../model/job';
import type { Outcome } from '../model/sample';
import type { RecordedOutcomes } from '../record/recorded-outcomes';
import type { Discovery, Executor } from './executor';

/**
 * Answers each job with what a recording has for it, and runs those that the recording does not reach any more. So a
 * run that is taken up again meets the same outcomes in the same order as one that was never interrupted, and whatever
 * depends on them (giving up, stopping early) comes out alike.
 */
export class ReplayExecutor implements Executor {
  private readonly replayed = new WeakSet<Outcome>();

  constructor(
    private readonly recorded: RecordedOutcomes,
    private readonly executor: Executor,
  ) {}

  discover(
    benchmark: Benchmark,
    variant: Variant,
    settings: readonly string[],
    signal: AbortSignal,
  ): Promise<Discovery> {
    return this.executor.discover(benchmark, variant, settings, signal);
  }

  async run(job: Job, signal: AbortSignal): Promise<Outcome> {
    const outcome = await this.recorded.take(job);
    if (outcome === null) return this.executor.run(job, signal);
    this.replayed.add(outcome);
    return outcome;
  }

  /** Whether this outcome came from the recording. */
  isReplayed(outcome: Outcome): boolean {
    return this.replayed.has(outcome);
  }
}
