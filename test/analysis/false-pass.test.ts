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

test('the unit of the rates changes no verdict, however large or small it makes them', () => {
  const sides = { old: [100, 101, 103, 99, 102], new: [95, 94, 97, 96, 93] };
  const judged = (unit: number, test: 'welch' | 'paired') => {
    const table = new SampleTable();
    for (const variant of ['old', 'new'] as const) {
      for (const [at, rate] of sides[variant].entries()) {
        table.add({
          filename: 'a/b.js',
          configuration: [['n', 1]],
          variant,
          round: at + 1,
          order: variant === 'old' ? 1 : 2,
          rate: rate * unit,
          time: 1,
        });
      }
    }
    return analyzeComparison(table.all, { test, maxRegression: 1 }).findings[0]!;
  };
  for (const test of ['welch', 'paired'] as const) {
    const plain = judged(1, test);
    for (const unit of [1e-170, 1e-300, 1e170, 1e300]) {
      const finding = judged(unit, test);
      assert.equal(finding.gate!.verdict, plain.gate!.verdict, `${test} ${unit}`);
      for (const figure of ['improvement', 'p', 'adjustedP'] as const) {
        const difference = Math.abs(finding[figure] / plain[figure] - 1);
        assert.ok(difference < 1e-9, `${test} ${unit} ${figure}: ${finding[figure]}, not ${plain[figure]}`);
      }
    }
  }
});

test('rates as far apart as doubles are get a verdict', () => {
  const table = new SampleTable();
  for (const [variant, rates] of [
    ['old', [1e300, 1e308, 1e307]],
    ['new', [5e-324, 5e-324, 1e-320]],
  ] as const) {
    for (const [at, rate] of rates.entries()) {
      table.add({ filename: 'a/b.js', configuration: [], variant, round: at + 1, order: 1, rate, time: 1 });
    }
  }
  for (const test of ['welch', 'paired'] as const) {
    const { gate } = analyzeComparison(table.all, { test, maxRegression: 5 }).findings[0]!;
    assert.match(gate!.verdict, /^(regressed|undecided)$/);
  }
});
