import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brunnerMunzelTest, mannWhitneyFloor, mannWhitneyTest, seededRandom } from '../../tools/stats';
import { assertClose } from '../support/reference';

/** Pain scores after surgery with two treatments: the example of Brunner & Munzel (2000), also in R's lawstat. */
const TREATED = [1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2, 4, 1, 1];
const CONTROL = [3, 3, 4, 3, 1, 2, 3, 1, 1, 5, 4];

test('the published example', () => {
  const result = brunnerMunzelTest(TREATED, CONTROL);
  assertClose(result.statistic, 3.1374674823029505, 'statistic');
  assertClose(result.df, 17.682841979481548, 'df');
  assertClose(result.p, 0.005786208666151469, 'p'); // also SciPy 1.17
  assertClose(result.estimate, 0.788961038961039, 'P(x < y) + ½ P(x = y)');
});

test('swapping the sides swaps less and greater', () => {
  const there = brunnerMunzelTest(TREATED, CONTROL);
  const back = brunnerMunzelTest(CONTROL, TREATED);
  assertClose(back.statistic, -there.statistic, 'statistic');
  assertClose(back.estimate, 1 - there.estimate, 'estimate');
  assertClose(back.p, there.p, 'p');
  const greater = brunnerMunzelTest(TREATED, CONTROL, { alternative: 'greater' }).p;
  assertClose(greater, there.p / 2, 'y lies above x');
  assertClose(brunnerMunzelTest(CONTROL, TREATED, { alternative: 'less' }).p, greater, 'one-sided');
});

test('the estimate is the share of pairs that Mann–Whitney counts', () => {
  const random = seededRandom('pairs');
  const x = Array.from({ length: 9 }, () => random.integer(5));
  const y = Array.from({ length: 13 }, () => random.integer(6));
  assertClose(brunnerMunzelTest(x, y).estimate, mannWhitneyTest(x, y).u / (9 * 13), 'estimate');
});

test('rates or times: the same p', () => {
  const random = seededRandom('times');
  const x = Array.from({ length: 12 }, () => Math.exp(random.normal()));
  const y = Array.from({ length: 15 }, () => Math.exp(0.5 + random.normal()));
  const times = (rates: number[]) => rates.map((rate) => 1 / rate);
  assertClose(brunnerMunzelTest(times(x), times(y)).p, brunnerMunzelTest(x, y).p, 'p');
});

test('it keeps its false-alarm rate where the spreads differ and Mann–Whitney does not', () => {
  const random = seededRandom('spreads');
  const rounds = 2000;
  let brunnerMunzel = 0;
  let mannWhitney = 0;
  for (let round = 0; round < rounds; round++) {
    const x = Array.from({ length: 12 }, () => 5 * random.normal());
    const y = Array.from({ length: 36 }, () => random.normal());
    if (brunnerMunzelTest(x, y).p < 0.05) brunnerMunzel++;
    if (mannWhitneyTest(x, y).p < 0.05) mannWhitney++;
  }
  assert.ok(brunnerMunzel / rounds < 0.07, `${brunnerMunzel} of ${rounds}`);
  assert.ok(mannWhitney / rounds > 0.08, `${mannWhitney} of ${rounds}`);
});

test('samples that do not overlap: the p of the permutation test', () => {
  const result = brunnerMunzelTest([1, 2, 3], [4, 5, 6, 7]);
  assert.equal(result.statistic, Number.POSITIVE_INFINITY);
  assert.equal(result.p, mannWhitneyFloor(3, 4));
  assert.equal(brunnerMunzelTest([1, 2, 3], [4, 5], { alternative: 'greater' }).p, 1 / 10);
  assert.equal(brunnerMunzelTest([1, 2, 3], [4, 5], { alternative: 'less' }).p, 1);
  assert.equal(brunnerMunzelTest([4, 5], [1, 2, 3], { alternative: 'less' }).p, 1 / 10);
  assert.equal(brunnerMunzelTest([4, 5], [1, 2, 3]).statistic, Number.NEGATIVE_INFINITY);
});

test('all samples equal: no difference; one sample on a side: no test', () => {
  const equal = brunnerMunzelTest([5, 5, 5], [5, 5]);
  assert.deepEqual([equal.estimate, equal.statistic, equal.p], [0.5, 0, 1]);
  assert.ok(Number.isNaN(brunnerMunzelTest([5], [1, 2]).p));
  assert.ok(Number.isNaN(brunnerMunzelTest([1, 2], [5]).p));
  assert.throws(() => brunnerMunzelTest([1, Number.NaN], [5, 6]), { name: 'RangeError' });
});
