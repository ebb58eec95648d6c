import type { Comparison, ComparisonFinding, GateFinding } from '../../tools/model/finding';

/** A finding with unremarkable figures; what a test is about replaces them. */
export function finding(changes: Partial<ComparisonFinding> = {}): ComparisonFinding {
  const improvement = changes.improvement ?? 2;
  return {
    filename: 'url/parse.js',
    configuration: 'n=1000',
    oldCount: 30,
    newCount: 30,
    oldMean: 1e6,
    newMean: 1e6 * (1 + improvement / 100),
    improvement,
    p: 0.2,
    adjustedP: 1,
    accuracy: [3, 4, 5],
    interval: { low: improvement - 3, high: improvement + 3 },
    gate: null,
    memory: null,
    warnings: [],
    ...changes,
  };
}

/** What a gate says of an undecided finding, with changes. */
export function gateFinding(changes: Partial<GateFinding> = {}): GateFinding {
  return { verdict: 'undecided', p: 0.3, adjustedP: 0.9, worstLossPercent: 6, runsToSettle: 80, ...changes };
}

export function comparison(
  findings: readonly ComparisonFinding[],
  changes: Partial<Comparison> = {},
): Comparison {
  return {
    test: 'welch',
    maxRegression: null,
    maxMemoryRegression: null,
    findings,
    pairing: null,
    warnings: [],
    ...changes,
  };
}
