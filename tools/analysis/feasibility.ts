import type { TestKind } from '../model/finding';
import type { Warning } from '../model/warning';
import { mannWhitneyFloor } from '../stats/mann-whitney';

const LEVEL = 0.05;

/** The tests that gates decide by; that of memory is the Mann–Whitney test. */
export type GateTest = TestKind | 'memory';

/**
 * The least number of runs a side with which a gate over `configurations` can find anything: Welch's test needs two;
 * the smallest one-sided p of the signed-rank test is 2^−n and that of the Mann–Whitney test one in C(2n, n), and
 * Holm's first step asks it to be below 5 % / configurations.
 */
export function runsNeeded(test: GateTest, configurations: number): number {
  if (test === 'welch') return 2;
  const floor = (runs: number) => (test === 'paired' ? 2 ** -runs : mannWhitneyFloor(runs, runs, 'greater'));
  let runs = 1;
  while (floor(runs) >= LEVEL / Math.max(configurations, 1)) runs++;
  return runs;
}

/** The warning that a gate cannot find anything with so few runs; null when it can. */
export function feasibilityWarning(test: GateTest, runs: number, configurations: number): Warning | null {
  const needed = runsNeeded(test, configurations);
  if (runs >= needed) return null;
  return {
    code: test === 'memory' ? 'memory-gate-cannot-decide' : 'gate-cannot-decide',
    message:
      `with ${runs} run${runs === 1 ? '' : 's'} a side no difference${test === 'memory' ? ' of memory' : ''}, however large, can be significant after ` +
      `Holm–Bonferroni over ${configurations} configuration${configurations === 1 ? '' : 's'}: ${needed} runs are needed`,
  };
}
