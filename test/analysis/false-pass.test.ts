import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeComparison } from '../../tools/analysis/comparison';
import { addToArm, SampleTable } from '../../tools/analysis/sample-table';
import { seededRandom } from '../../tools/stats/random';
import { passedAtLimit } from '../support/false-pass';

test('a loss of exactly the limit passes in at most 5 %, with each test, few runs or many, one machine or two', () => {
  for (const kind of ['welch', 'paired'] as const) {
    for (const machines of [1, 2]) {
      for (const runs of [2, 3, 4, 5, 6, 10]) {
        const share = passedAtLimit(
          { test: kind, runs, machines },
          400,
          seededRandom(`${kind}/${runs}/${machines}`),
        );
        assert.ok(share <= 0.05, `${kind}, ${runs} runs, ${machines} machines: ${share}`);
      }
    }
  }
});

test('constant sides at the limit get one verdict, however the limit is rounded', () => {
  for (const kind of ['welch', 'paired'] as const) {
    for (let loss = 1; loss < 50; loss++) {
      const table = new SampleTable();
      const group = table.group('a.js', [['n', 1]]);
      for (let round = 1; round <= 6; round++) {
        addToArm(group, 'old', 100, round, 1);
        addToArm(group, 'new', 100 - loss, round, 2);
      }
      const [finding] = analyzeComparison(table.all, { test: kind, maxRegression: loss }).findings;
      assert.equal(finding!.gate!.verdict, 'undecided', `${kind}, ${loss} %`);
    }
  }
});
