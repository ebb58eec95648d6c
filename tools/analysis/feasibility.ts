import type { TestKind } from '../model/finding';
import type { Warning } from '../model/warning';

const LEVEL = 0.05;

/**
 * The least number of runs a side with which a gate over `configurations` can find anything: Welch's test needs two;
 * the signed-rank test's smallest one-sided p is 2^−n, and Holm's first step asks it to be below 5 % / configurations.
 */
export function runsNeeded(test: TestKind, configurations: number): number {
  if (test === 'welch') return 2;
  let runs = 1;
  while (2 ** -runs >= LEVEL / Math.max(configurations, 1)) runs++;
  return runs;
}

/** The warning that a gate cannot find anything with so few runs; null when it can. */
export function feasibilityWarning(test: TestKind, runs: number, configurations: number): Warning | null {
  const needed = runsNeeded(test, configurations);
  if (runs >= needed) return null;
  return {
    code: 'gate-cannot-decide',
    message:
      `with ${runs} run${runs === 1 ? '' : 's'} a side no difference, however large, can be significant after ` +
      `Holm–Bonferroni over ${configurations} configuration${configurations === 1 ? '' : 's'}: ${needed} runs are needed`,
  };
}
