import { analyzeComparison, type ComparisonOptions } from './comparison';
import type { Group } from './sample-table';

const ALPHA = 0.05;

export interface SettlementOptions extends ComparisonOptions {
  readonly maxRegression: number;
  /** Configurations of the whole run. */
  readonly family: number;
}

/**
 * Decides while a run lasts which configurations need no further runs. A regression is settled when it would stand in
 * the final Holm–Bonferroni, whatever the others turn out to be: its repeated p times the number of configurations not
 * yet found regressed is below 5 %, and its repeated interval lies entirely beyond the limit. A pass is settled when the
 * repeated interval lies entirely on the good side, as in the final verdict.
 */
export class Settlement {
  private regressed = 0;

  constructor(private readonly options: SettlementOptions) {}

  /** Those of the groups that are settled; a group is to be asked about until it is. */
  settledOf(groups: readonly Group[]): Group[] {
    const { findings } = analyzeComparison(groups, this.options);
    const settled: Group[] = [];
    const byP = findings.map((finding, at) => ({ gate: finding.gate!, finding, group: groups[at]! }));
    byP.sort((a, b) => a.gate.p - b.gate.p);
    const limit = -this.options.maxRegression;
    for (const { gate, finding, group } of byP) {
      const passes = gate.verdict === 'ok';
      const fails = finding.interval.high < limit && gate.p * (this.options.family - this.regressed) < ALPHA;
      if (fails) this.regressed++;
      if (passes || fails) settled.push(group);
    }
    return settled;
  }
}
