import { duetCpusets } from '../execute/duet';
import { UsageError } from '../model/errors';
import type { TestKind } from '../model/finding';
import type { Order } from '../plan/schedule';
import { flag } from './options';

/** Both sides of a pair at the same time. */
export const duetOptions = {
  duet: flag('run old and new of a pair at the same time, each on CPUs of its own; implies --test paired'),
};

interface Given {
  readonly duet: boolean;
  readonly test: TestKind;
  readonly order: Order;
}

/** Throws a UsageError for a test that takes no account of the pairs. */
export function checkDuet(given: Partial<Given>): void {
  if (given.duet === true && given.test !== undefined && given.test !== 'paired') {
    throw new UsageError(`--duet is judged pair by pair: it cannot be given with --test ${given.test}`);
  }
}

/** What `--duet` implies: what ran at the same time is compared pair by pair. */
export function withDuet<G extends Given>(given: G): G {
  return given.duet ? { ...given, test: 'paired' } : given;
}

/**
 * The CPU sets of the first and the second job of a pair; undefined without `--duet`. Which side gets which is a coin, as
 * the order is. Throws a UsageError where two processes cannot run side by side, and for another order.
 */
export function resolveDuet(given: Given, cpuset: string | null): readonly [string, string] | undefined {
  if (!given.duet) return undefined;
  if (given.order !== 'random') {
    throw new UsageError(
      `--duet draws the side of each binary: it cannot be given with --order ${given.order}`,
    );
  }
  return duetCpusets(cpuset);
}
