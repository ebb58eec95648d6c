/*
 * How often a gate with `--undecided fail` passes a loss of exactly its limit: at most 5 %, for each test, any number of runs
 * and of machines.
 *
 *   node dist/scripts/simulate-false-pass.js [REPETITIONS]
 */

import { passedAtLimit } from '../test/support/false-pass';
import type { TestKind } from '../tools/model/finding';
import { seededRandom } from '../tools/stats/random';

const times = Number(process.argv[2] ?? 20_000);
if (!Number.isInteger(times) || times < 1) {
  console.error(`simulate-false-pass: REPETITIONS must be a positive integer, not ${process.argv[2]}`);
  process.exit(3);
}

console.log('| test | machines | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 30 |');
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
for (const test of ['welch', 'paired'] satisfies TestKind[]) {
  for (const machines of [1, 2, 3]) {
    const cells = [2, 3, 4, 5, 6, 7, 8, 9, 10, 30].map((runs) => {
      const random = seededRandom(`false pass/${test}/${machines}/${runs}`);
      return `${(100 * passedAtLimit({ test, runs, machines }, times, random)).toFixed(1)} %`;
    });
    console.log(`| ${test} | ${machines} | ${cells.join(' | ')} |`);
  }
}
