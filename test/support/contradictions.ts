import { analyzeComparison } from '../../tools/analysis/comparison';
import { addToArm, SampleTable } from '../../tools/analysis/sample-table';
import { equalLooks, SequentialDesign } from '../../tools/analysis/sequential-design';
import type { ComparisonFinding } from '../../tools/model/finding';
import { type Random, seededRandom } from '../../tools/stats/random';
import { configurations } from './simulation';

const DESIGNS = [10, 30].map((runs) => new SequentialDesign(equalLooks(runs)));

/** Rates of every kind: normal, in coarse steps, constant, with outliers. */
function rateSource(random: Random): () => number {
  const cv = [0, 0.001, 0.02, 0.1, 0.5][random.integer(5)]!;
  const step = [0, 0, 1, 20][random.integer(4)]!;
  return () => {
    const rate = Math.max(1, 100 * (1 + cv * random.normal() + (random.next() < 0.05 ? -0.5 * cv : 0)));
    return step === 0 ? rate : Math.max(step, Math.round(rate / step) * step);
  };
}

function contradicts(
  { interval, gate, warnings, p, oldCount, newCount }: ComparisonFinding,
  limit: number,
  fixedWelch: boolean,
): boolean {
  const { verdict, adjustedP } = gate!;
  const identical = warnings.some(({ code }) => code === 'identical');
  if (verdict === 'regressed') return !(interval.high < -limit && adjustedP < 0.05);
  if (verdict === 'ok') return !(interval.low > -limit || identical);
  const clear = interval.low > -limit || (interval.high < -limit && adjustedP < 0.05);
  // By Welch's test of runs of fixed length, a star and an interval that excludes zero are the same, but for two samples on
  // a side, where the ratios not rejected can fall into pieces (doc/statistics.md).
  const excludesZero = interval.low > 0 || interval.high < 0;
  const margin = Math.min(Math.abs(interval.low), Math.abs(interval.high));
  return (
    clear || (fixedWelch && Math.min(oldCount, newCount) > 2 && p < 0.05 !== excludesZero && margin > 1e-6)
  );
}

/** In how many of so many random tables a verdict contradicts the interval, or the p, that is printed beside it. */
export function countContradictions(tables: number, seed: string): number {
  const random = seededRandom(seed);
  let count = 0;
  for (let at = 0; at < tables; at++) {
    const table = new SampleTable();
    const ratio = 1 + 0.1 * random.normal();
    for (const configuration of configurations(1 + random.integer(3))) {
      const group = table.group('a.js', configuration);
      const rate = rateSource(random);
      for (const label of ['old', 'new']) {
        const runs = 1 + random.integer(12);
        for (let round = 1; round <= runs; round++) {
          addToArm(group, label, rate() * (label === 'new' ? ratio : 1), round, label === 'old' ? 1 : 2);
        }
      }
    }
    const limit = [0, 1, 5, 20][random.integer(4)]!;
    const test = random.next() < 0.5 ? 'welch' : 'paired';
    const design = random.next() < 0.3 ? DESIGNS[random.integer(DESIGNS.length)]! : null;
    const { findings } = analyzeComparison(table.all, { test, maxRegression: limit, design });
    const fixedWelch = test === 'welch' && design === null;
    if (findings.some((finding) => contradicts(finding, limit, fixedWelch))) count++;
  }
  return count;
}
