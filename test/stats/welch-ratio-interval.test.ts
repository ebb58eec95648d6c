import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom, studentTQuantile, welchRatioInterval, welchTest } from '../../tools/stats';
import { assertClose, readCases, readReference } from '../support/reference';
import { draw, SHAPES, type Shape } from '../support/shapes';

test("the ratio interval agrees with R's inversion of Welch's test", () => {
  const cases = readCases();
  for (const row of readReference('welch.csv')) {
    const { x, y } = cases.get(row.case)!;
    const { low, high } = welchRatioInterval(x, y);
    assertClose(low, Number(row.ratio_low_95), `${row.case} low`);
    // NA: R's search found no upper end.
    if (row.ratio_high_95 === 'NA') assert.equal(high, Number.POSITIVE_INFINITY);
    else assertClose(high, Number(row.ratio_high_95), `${row.case} high`);
  }
});

test('a ratio lies outside exactly when the two-sided test rejects it', () => {
  const random = seededRandom('inversion');
  let outside = 0;
  for (let round = 0; round < 300; round++) {
    const shape = (Object.keys(SHAPES) as Shape[])[round % 4];
    const x = draw(random, shape, 3 + random.integer(20));
    const y = draw(random, shape, 3 + random.integer(20), 1 + 0.02 * random.normal());
    for (const level of [0.95, 0.999]) {
      const { low, high } = welchRatioInterval(x, y, level);
      const ends = [low, high].filter(Number.isFinite);
      for (const ratio of [1, ...ends.flatMap((end) => [end * (1 - 1e-9), end * (1 + 1e-9)])]) {
        const rejected = welchTest(x, y, { ratio }).p < 1 - level;
        assert.equal(ratio < low || ratio > high, rejected, `ratio ${ratio}, interval ${low} to ${high}`);
        if (rejected) outside++;
      }
      for (const end of ends) {
        const alternative = end === high ? 'less' : 'greater';
        const { p } = welchTest(x, y, { ratio: end, alternative });
        assertClose(p, (1 - level) / 2, `one-sided p at ${end}`, { relative: 1e-7 });
      }
    }
  }
  assert.ok(outside > 1200);
});

test('whatever the samples, a ratio outside is rejected', () => {
  const random = seededRandom('hull');
  for (let round = 0; round < 200; round++) {
    const count = () => 2 + random.integer(4);
    const spread = 10 ** (-2 * random.next());
    const sample = () => Array.from({ length: count() }, () => 1 + spread * random.normal());
    const x = sample();
    const y = sample();
    const { low, high } = welchRatioInterval(x, y);
    for (let ratio = 0.02; ratio < 40; ratio *= 1.1) {
      if (ratio < low || ratio > high) {
        assert.ok(welchTest(x, y, { ratio }).p < 0.05, `${x} ${y}: ${ratio} outside ${low} to ${high}`);
      }
    }
  }
});

test('swapping the sides inverts the interval', () => {
  const random = seededRandom('invert');
  for (let round = 0; round < 50; round++) {
    const x = draw(random, 'lognormal', 3 + random.integer(9));
    const y = draw(random, 'spiky', 3 + random.integer(9), 2);
    const there = welchRatioInterval(x, y);
    const back = welchRatioInterval(y, x);
    assertClose(back.low, 1 / there.high, 'low');
    assertClose(back.high, 1 / there.low, 'high');
  }
});

test('scaling a side scales the interval', () => {
  const random = seededRandom('scale');
  const x = draw(random, 'normal', 9);
  const y = draw(random, 'normal', 6);
  const { low, high } = welchRatioInterval(x, y);
  for (const factor of [1e-100, 0.2, 7, 1e120]) {
    const scaled = welchRatioInterval(
      x,
      y.map((value) => value * factor),
    );
    assertClose(scaled.low / factor, low, 'low');
    assertClose(scaled.high / factor, high, 'high');
  }
});

test('a side with hardly any spread keeps all digits of the interval', () => {
  const x = [1, 1 + 1e-13, 1 - 1e-13, 1 + 2e-13];
  const y = [100, 104, 98, 101];
  const constant = welchRatioInterval([1, 1, 1, 1], y);
  const nearly = welchRatioInterval(x, y);
  assertClose(nearly.low, constant.low, 'low', { relative: 1e-9 });
  assertClose(nearly.high, constant.high, 'high', { relative: 1e-9 });
});

test('one side constant: the t interval of the other', () => {
  const spread = [9, 11, 12, 12]; // mean 11, standard error √½
  const half = studentTQuantile(0.975, 3) * Math.sqrt(0.5);
  const constantX = welchRatioInterval([10, 10], spread);
  assertClose(constantX.low, (11 - half) / 10, 'low');
  assertClose(constantX.high, (11 + half) / 10, 'high');
  const constantY = welchRatioInterval(spread, [10, 10]);
  assertClose(constantY.low, 10 / (11 + half), 'low');
  assertClose(constantY.high, 10 / (11 - half), 'high');
});

test('both sides constant: a single ratio', () => {
  assert.deepEqual(welchRatioInterval([10, 10], [12, 12]), { low: 1.2, high: 1.2 });
});

test('when the mean of x may be zero there is no upper end', () => {
  const x = [1, 5, -3, 2]; // mean 1.25, standard error 1.65
  const { low, high } = welchRatioInterval(x, [40, 41, 42]);
  assert.equal(high, Number.POSITIVE_INFINITY);
  assert.ok(low > 0);
  assertClose(welchTest(x, [40, 41, 42], { ratio: low }).p, 0.05, 'p at the lower end', { relative: 1e-9 });
  assert.ok(welchTest(x, [40, 41, 42], { ratio: 1e9 }).p > 0.05);
  assert.equal(welchRatioInterval(x, [7, 7, 7]).high, Number.POSITIVE_INFINITY);
});

test('when both means may be zero nothing is excluded', () => {
  assert.deepEqual(welchRatioInterval([1, -1, 2, -1.5], [0.2, -2, 1.9]), {
    low: Number.NEGATIVE_INFINITY,
    high: Number.POSITIVE_INFINITY,
  });
});

test('when the mean of y may be zero the lower end is negative', () => {
  const x = [10, 11, 12, 11];
  const y = [1, 5, -3, 2];
  const { low, high } = welchRatioInterval(x, y);
  assert.ok(low < 0 && high > 0);
  for (const ratio of [low, high]) {
    assertClose(welchTest(x, y, { ratio }).p, 0.05, `p at ${ratio}`, { relative: 1e-9 });
  }
});

test('means of opposite sign mirror the interval', () => {
  const x = [10, 11, 12, 11];
  const y = [20, 22, 25];
  const { low, high } = welchRatioInterval(x, y);
  const negative = (samples: number[]) => samples.map((value) => -value);
  assert.deepEqual(welchRatioInterval(x, negative(y)), { low: -high, high: -low });
  assert.deepEqual(welchRatioInterval(negative(x), y), { low: -high, high: -low });
  assert.deepEqual(welchRatioInterval(negative(x), negative(y)), { low, high });
});

test('fewer than two samples on a side exclude nothing', () => {
  const everything = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  assert.deepEqual(welchRatioInterval([1], [2, 3, 4]), everything);
  assert.deepEqual(welchRatioInterval([2, 3, 4], []), everything);
  assert.deepEqual(welchRatioInterval([0, 0], [1, 2]), everything);
});

test('a level outside 0…1 and a sample that is no number are refused', () => {
  assert.throws(() => welchRatioInterval([1, 2], [1, 2], 95), { name: 'RangeError' });
  assert.throws(() => welchRatioInterval([1, Number.NaN], [1, 2]), { name: 'RangeError' });
});
