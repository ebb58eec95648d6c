import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Alternative,
  cliffsDelta,
  cliffsDeltaLabel,
  mannWhitneyFloor,
  mannWhitneyTest,
  normalTail,
  seededRandom,
} from '../../tools/stats';
import { allSubsetSums, midranks, share } from '../support/enumerate';
import { assertClose, numbers, readCases, readReference } from '../support/reference';
import { draw } from '../support/shapes';

test("without ties the test and Cliff's delta agree with R", () => {
  const cases = readCases();
  for (const row of readReference('mann-whitney.csv')) {
    const { x, y } = cases.get(row.case)!;
    const { u, p, exact } = mannWhitneyTest(x, y);
    assert.equal(u, Number(row.u), row.case);
    assert.ok(exact);
    assertClose(p, Number(row.p_exact), `${row.case} p`);
    assertClose(cliffsDelta(x, y), Number(row.cliffs_delta), `${row.case} delta`);
  }
});

test('with ties the test agrees with full enumeration', () => {
  for (const row of readReference('mann-whitney-ties.csv')) {
    const { u, p } = mannWhitneyTest(numbers(row.old), numbers(row.new));
    assert.equal(u, Number(row.u));
    assertClose(p, Number(row.p_exact), `${row.old} | ${row.new}`);
  }
});

test('every tail agrees with the enumeration of all deals', () => {
  const random = seededRandom('deals');
  for (let round = 0; round < 150; round++) {
    const kinds = round % 3 === 0 ? 1000 : 5;
    const x = Array.from({ length: 1 + random.integer(6) }, () => random.integer(kinds));
    const y = Array.from({ length: 1 + random.integer(6) }, () => random.integer(kinds));
    const ranks = midranks([...x, ...y]);
    const observed = ranks.slice(x.length).reduce((sum, r) => sum + r, 0);
    const center = (y.length * (ranks.length + 1)) / 2;
    const sums = allSubsetSums(ranks, y.length);
    const p = (alternative: Alternative) => mannWhitneyTest(x, y, { alternative }).p;
    const what = `${x} | ${y}`;
    assertClose(
      p('less'),
      share(sums, (sum) => sum <= observed),
      `less, ${what}`,
    );
    assertClose(
      p('greater'),
      share(sums, (sum) => sum >= observed),
      `greater, ${what}`,
    );
    const distance = Math.abs(observed - center);
    assertClose(
      p('two-sided'),
      share(sums, (sum) => Math.abs(sum - center) >= distance),
      `two-sided, ${what}`,
    );
  }
});

test('swapping the sides swaps less and greater and leaves the two-sided p', () => {
  const random = seededRandom('swap');
  for (let round = 0; round < 50; round++) {
    const x = Array.from({ length: 1 + random.integer(20) }, () => random.integer(9));
    const y = Array.from({ length: 1 + random.integer(20) }, () => random.integer(12));
    assertClose(mannWhitneyTest(y, x).p, mannWhitneyTest(x, y).p, 'two-sided');
    const less = mannWhitneyTest(x, y, { alternative: 'less' }).p;
    assertClose(mannWhitneyTest(y, x, { alternative: 'greater' }).p, less, 'one-sided');
    assert.equal(mannWhitneyTest(x, y).u + mannWhitneyTest(y, x).u, x.length * y.length);
    assertClose(cliffsDelta(y, x), -cliffsDelta(x, y), 'delta');
  }
});

test('times instead of rates, or any other unit: the same p', () => {
  const random = seededRandom('times');
  for (let round = 0; round < 30; round++) {
    const x = draw(random, 'spiky', 3 + random.integer(20), 1e6);
    const y = draw(random, 'spiky', 3 + random.integer(20), 0.99e6);
    const times = (rates: number[]) => rates.map((rate) => 1 / rate);
    const less = mannWhitneyTest(x, y, { alternative: 'less' }).p;
    assertClose(mannWhitneyTest(times(x), times(y)).p, mannWhitneyTest(x, y).p, 'two-sided');
    assertClose(mannWhitneyTest(times(x), times(y), { alternative: 'greater' }).p, less, 'one-sided');
    const logs = (rates: number[]) => rates.map(Math.log);
    assert.equal(mannWhitneyTest(logs(x), logs(y)).p, mannWhitneyTest(x, y).p);
  }
});

test('the lower y lies, the smaller the p of less', () => {
  const random = seededRandom('shift');
  const x = Array.from({ length: 9 }, () => random.normal());
  const y = Array.from({ length: 7 }, () => random.normal());
  let last = 1;
  for (let shift = 5; shift > -5; shift -= 0.1) {
    const { p } = mannWhitneyTest(
      x,
      y.map((value) => value + shift),
      { alternative: 'less' },
    );
    assert.ok(p <= last);
    last = p;
  }
  assertClose(last, mannWhitneyFloor(9, 7, 'less'), 'p of separated samples');
});

test('while n·m ≤ 2500 the distribution is exact, above it is the normal with both corrections', () => {
  const random = seededRandom('large');
  const x = Array.from({ length: 50 }, () => random.integer(10));
  const y = Array.from({ length: 51 }, () => random.integer(10) + random.integer(4));
  assert.ok(mannWhitneyTest(x, y.slice(1)).exact);
  const { u, p, exact } = mannWhitneyTest(x, y);
  assert.ok(!exact);
  const all = [...x, ...y];
  let tieTerm = 0;
  for (const value of new Set(all)) {
    const t = all.filter((other) => other === value).length;
    tieTerm += t ** 3 - t;
  }
  const deviation = Math.sqrt(((50 * 51) / 12) * (102 - tieTerm / (101 * 100)));
  assert.ok(u > 1275);
  const tail = normalTail((u - 1275 - 0.5) / deviation);
  assertClose(p, 2 * tail, 'two-sided');
  assertClose(mannWhitneyTest(x, y, { alternative: 'greater' }).p, tail, 'greater');
  assertClose(mannWhitneyTest(y, x, { alternative: 'less' }).p, tail, 'less');
  const one = mannWhitneyTest(x, [...y.slice(1), 5]).p;
  assertClose(one, mannWhitneyTest(x, y.slice(1)).p, 'the two agree where they meet', { relative: 0.15 });
});

test('samples that are all equal give p = 1', () => {
  assert.equal(mannWhitneyTest([5, 5, 5], [5, 5]).p, 1);
  assert.equal(mannWhitneyTest([5, 5, 5], [5, 5], { alternative: 'less' }).p, 1);
  const many = new Array(60).fill(5);
  assert.equal(mannWhitneyTest(many, many).p, 1);
  assert.equal(mannWhitneyTest(many, many, { alternative: 'less' }).p, 1);
  assert.equal(cliffsDelta([5, 5], [5, 5]), 0);
});

test('a side without samples: no test', () => {
  assert.ok(Number.isNaN(mannWhitneyTest([], [1, 2]).p));
  assert.ok(Number.isNaN(mannWhitneyTest([1, 2], []).p));
  assert.ok(Number.isNaN(cliffsDelta([], [1])));
});

test('the floor is the p of samples that do not overlap', () => {
  for (const [n, m] of [
    [1, 1],
    [2, 2],
    [3, 5],
    [40, 2],
    [50, 50],
  ]) {
    const x = Array.from({ length: n }, (_, i) => i + 1000);
    const y = Array.from({ length: m }, (_, i) => i);
    assertClose(mannWhitneyTest(x, y).p, mannWhitneyFloor(n, m), `${n}, ${m}`);
    assertClose(
      mannWhitneyTest(x, y, { alternative: 'less' }).p,
      mannWhitneyFloor(n, m, 'less'),
      `${n}, ${m}`,
    );
  }
});

test("Cliff's delta in words: negligible < .147 ≤ small < .33 ≤ medium < .474 ≤ large", () => {
  const labels = [0, 0.146, 0.147, 0.329, 0.33, 0.473, 0.474, 1].map(cliffsDeltaLabel);
  assert.deepEqual(labels, [
    'negligible',
    'negligible',
    'small',
    'small',
    'medium',
    'medium',
    'large',
    'large',
  ]);
  assert.equal(cliffsDeltaLabel(-0.4), 'medium');
});
