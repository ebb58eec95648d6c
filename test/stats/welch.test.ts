import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mean, seededRandom, welchHalfWidth, welchTest } from '../../tools/stats';
import { assertClose, readCases, readReference } from '../support/reference';
import { draw } from '../support/shapes';

test("Welch's test agrees with R", () => {
  const cases = readCases();
  for (const row of readReference('welch.csv')) {
    const { x, y } = cases.get(row.case)!;
    const result = welchTest(x, y);
    assertClose(result.t, Number(row.t), `${row.case} t`);
    assertClose(result.df, Number(row.df), `${row.case} df`);
    assertClose(result.p, Number(row.p), `${row.case} p`);
    const percent = 100 / mean(x);
    assertClose(result.difference * percent, Number(row.improvement), `${row.case} improvement`);
    for (const [column, level] of [
      ['accuracy1', 0.95],
      ['accuracy2', 0.99],
      ['accuracy3', 0.999],
    ] as const) {
      assertClose(welchHalfWidth(result, level) * percent, Number(row[column]), `${row.case} ${column}`);
    }
    const gate = welchTest(x, y, { alternative: 'less', ratio: 0.95 });
    assertClose(gate.p, Number(row.p_worse_than_5_percent), `${row.case} one-sided p against 0.95`);
  }
});

test('swapping the sides turns t around and leaves the two-sided p', () => {
  const random = seededRandom('swap');
  for (let round = 0; round < 50; round++) {
    const x = draw(random, 'lognormal', 2 + random.integer(20));
    const y = draw(random, 'bimodal', 2 + random.integer(20));
    const there = welchTest(x, y);
    const back = welchTest(y, x);
    assertClose(back.t, -there.t, 't');
    assertClose(back.df, there.df, 'df');
    assertClose(back.p, there.p, 'p');
    const less = welchTest(x, y, { alternative: 'less' }).p;
    assertClose(welchTest(y, x, { alternative: 'greater' }).p, less, 'one-sided p');
    assertClose(welchTest(x, y, { alternative: 'greater' }).p, 1 - less, 'the two one-sided p add up to 1');
    assertClose(there.p, 2 * Math.min(less, 1 - less), 'two-sided p is twice the smaller tail');
  }
});

test('the unit of the rates does not matter', () => {
  const random = seededRandom('unit');
  for (const factor of [1e-140, 0.001, 3, 1e150]) {
    const x = draw(random, 'spiky', 12);
    const y = draw(random, 'spiky', 9, 0.98);
    const scale = (samples: number[]) => samples.map((value) => value * factor);
    assertClose(welchTest(scale(x), scale(y)).p, welchTest(x, y).p, `factor ${factor}`, { relative: 1e-9 });
  }
});

test('the slower y is, the smaller the p of less', () => {
  const random = seededRandom('shift');
  const x = draw(random, 'normal', 8);
  const y = draw(random, 'normal', 11);
  let last = 1;
  for (let shift = 0.1; shift > -0.1; shift -= 0.01) {
    const { p } = welchTest(
      x,
      y.map((value) => value + shift),
      { alternative: 'less' },
    );
    assert.ok(p < last);
    last = p;
  }
});

test('ratio multiplies x', () => {
  const x = [100, 104, 98, 101];
  const y = [97, 95, 99, 93];
  const scaled = welchTest(
    x.map((value) => value * 0.9),
    y,
    { alternative: 'greater' },
  );
  const result = welchTest(x, y, { alternative: 'greater', ratio: 0.9 });
  assertClose(result.p, scaled.p, 'p');
  assertClose(result.standardError, scaled.standardError, 'standard error');
});

test('both sides constant and equal: no difference', () => {
  const result = welchTest([0.1, 0.1, 0.1], [0.1, 0.1]);
  assert.deepEqual([result.t, result.p, result.difference, result.standardError], [0, 1, 0, 0]);
  assert.equal(welchHalfWidth(result, 0.95), 0);
  assert.equal(welchTest([3, 3], [3, 3], { alternative: 'less' }).p, 0.5);
});

test('both sides constant and different: a certain difference', () => {
  assert.equal(welchTest([5, 5, 5], [4, 4, 4]).p, 0);
  assert.equal(welchTest([5, 5, 5], [4, 4, 4]).t, Number.NEGATIVE_INFINITY);
  assert.equal(welchTest([5, 5], [4, 4], { alternative: 'less' }).p, 0);
  assert.equal(welchTest([5, 5], [4, 4], { alternative: 'greater' }).p, 1);
});

test('one side constant: its variance is zero', () => {
  const y = [9, 11, 12, 12];
  const result = welchTest([10, 10, 10], y);
  assert.equal(result.df, 3);
  assertClose(result.t, 1 / Math.sqrt(2 / 4), 't of one sample against 10');
  assert.equal(welchTest(y, [10, 10, 10]).df, 3);
});

test('fewer than two samples on a side: no test', () => {
  for (const [x, y] of [
    [[1], [1, 2, 3]],
    [[1, 2, 3], [1]],
    [[], [1, 2]],
    [[7], [7]],
  ]) {
    const result = welchTest(x, y);
    assert.ok(Number.isNaN(result.t) && Number.isNaN(result.df) && Number.isNaN(result.p));
    assert.ok(Number.isNaN(welchHalfWidth(result, 0.95)));
  }
});

test('a sample that is no number is refused by name', () => {
  assert.throws(() => welchTest([1, Number.NaN], [1, 2]), { name: 'RangeError', message: /x\[1\] is NaN/ });
  assert.throws(() => welchTest([1, 2], [1, Number.POSITIVE_INFINITY]), /y\[1\] is Infinity/);
});
