import { analyzeComparison } from '../../tools/analysis/comparison';
import { gateExitCode } from '../../tools/analysis/gate';
import { SampleTable } from '../../tools/analysis/sample-table';
import type { TestKind } from '../../tools/model/finding';
import type { Random } from '../../tools/stats/random';

/** One way to measure a loss of exactly the limit. */
export interface LossAtLimit {
  readonly test: TestKind;
  /** Runs a side on each machine. */
  readonly runs: number;
  readonly machines: number;
}

const LIMIT = 5;
const NOISE = 0.02;

/**
 * The share of runs of one configuration, which loses exactly as much as the limit of 5 %, that a gate with `--undecided
 * fail` passes. Rates are normal with a noise of 2 %; machines differ in speed, not in the loss.
 */
export function passedAtLimit({ test, runs, machines }: LossAtLimit, times: number, random: Random): number {
  let passed = 0;
  for (let at = 0; at < times; at++) {
    const table = new SampleTable();
    for (let machine = 0; machine < machines; machine++) {
      for (let round = 1; round <= runs; round++) {
        for (const variant of ['old', 'new']) {
          const rate = 1000 * (1 + machine) * (variant === 'new' ? 1 - LIMIT / 100 : 1);
          table.add(
            {
              filename: 'a.js',
              configuration: [['n', 1]],
              variant,
              round: machine * runs + round,
              order: variant === 'old' ? 1 : 2,
              rate: rate * (1 + NOISE * random.normal()),
              time: 1,
            },
            machine,
          );
        }
      }
    }
    const comparison = analyzeComparison(table.all, { test, maxRegression: LIMIT });
    if (gateExitCode(comparison, 'fail') === 0) passed++;
  }
  return passed / times;
}
