import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalTail, seededRandom, signedRankFloor, signedRankTest } from '../../tools/stats';
import { allSignedSums, midranks, share } from '../support/enumerate';
import { assertClose, numbers, readCases, readReference } from '../support/reference';
import { draw } from '../support/shapes';

test('without ties the test agrees with R', () => {
  const cases = readCases();
  for (const row of readReference('signed-rank.csv')) {
    const { x, y } = cases.get(row.case)!;
    const differences = y.map((value, i) => Math.log(value / x[i]));
    const result = signedRankTest(differences);
    assert.equal(result.statistic, Number(row.v), row.case);
    assert.ok(result.exact);
    assertClose(result.p, Number(row.p_exact), `${row.case} p`);
    const shifted = differences.map((d) => d - Math.log(0.95));
    const { p } = signedRankTest(shifted, { alternative: 'less' });
    assertClose(p, Number(row.p_worse_than_5_percent), `${row.case} one-sided p against 0.95`);
  }
});

test('with ties and zeros the test agrees with full enumeration', () => {
  for (const row of readReference('signed-rank-ties.csv')) {
    const differences = numbers(row.differences);
    const result = signedRankTest(differences);
    assert.equal(result.statistic, Number(row.v), row.differences);
    assert.equal(result.zeros, differences.filter((d) => d === 0).length);
    assertClose(result.p, Number(row.p_two_sided), row.differences);
    assertClose(signedRankTest(differences, { alternative: 'less' }).p, Number(row.p_less), row.differences);
  }
});

test('every tail agrees with the enumeration of all sign patterns', () => {
  const random = seededRandom('signs');
  for (let round = 0; round < 100; round++) {
    const differences = Array.from({ length: 1 + random.integer(9) }, () => random.integer(9) - 3);
    const ranks = midranks(differences.map(Math.abs)).filter((_, i) => differences[i] !== 0);
    if (ranks.length === 0) continue;
    const sums = allSignedSums(ranks);
    const { statistic } = signedRankTest(differences);
    const p = (alternative: 'less' | 'greater') => signedRankTest(differences, { alternative }).p;
    assertClose(
      p('less'),
      share(sums, (sum) => sum <= statistic),
      `less, ${differences}`,
    );
    assertClose(
      p('greater'),
      share(sums, (sum) => sum >= statistic),
      `greater, ${differences}`,
    );
  }
});

test('differences are tied only when they are the same double', () => {
  // |−1| and |1 + 2^−52| are ranks 1 and 2; tied they would both be 1.5 and the statistic 1.5.
  assert.equal(signedRankTest([-1, 1 + Number.EPSILON]).statistic, 2);
  assert.equal(signedRankTest([-1, 1]).statistic, 1.5);
});

test('swapping the sides swaps less and greater and leaves the two-sided p', () => {
  const random = seededRandom('swap');
  for (let round = 0; round < 50; round++) {
    const d = Array.from({ length: 3 + random.integer(40) }, () => random.integer(21) - 8);
    const negated = d.map((value) => -value);
    assert.equal(signedRankTest(negated).p, signedRankTest(d).p);
    const less = signedRankTest(d, { alternative: 'less' }).p;
    assert.equal(signedRankTest(negated, { alternative: 'greater' }).p, less);
  }
});

test('times instead of rates: the same p, less and greater swapped', () => {
  const random = seededRandom('times');
  for (let round = 0; round < 50; round++) {
    const n = 4 + random.integer(30);
    const x = draw(random, 'bimodal', n, 1e6);
    const y = draw(random, 'bimodal', n, 0.98e6);
    const rates = x.map((value, i) => Math.log(y[i] / value));
    const times = x.map((value, i) => Math.log(1 / y[i] / (1 / value)));
    assert.equal(signedRankTest(times).p, signedRankTest(rates).p);
    const less = signedRankTest(rates, { alternative: 'less' }).p;
    assert.equal(signedRankTest(times, { alternative: 'greater' }).p, less);
  }
});

test('the lower the differences, the smaller the p of less', () => {
  const random = seededRandom('shift');
  const d = Array.from({ length: 15 }, () => random.normal());
  let last = 1;
  for (let shift = 3; shift > -5; shift -= 0.1) {
    const { p } = signedRankTest(
      d.map((value) => value + shift),
      { alternative: 'less' },
    );
    assert.ok(p <= last);
    last = p;
  }
  assert.equal(last, 2 ** -15);
});

test('p as small as 2^−200 is exact', () => {
  const d = Array.from({ length: 200 }, (_, i) => -(i + 1) / 7);
  assert.equal(signedRankTest(d, { alternative: 'less' }).p, 2 ** -200);
  assert.equal(signedRankTest(d).p, 2 ** -199);
  assert.equal(signedRankTest(d, { alternative: 'greater' }).p, 1);
  const tied = new Array(200).fill(1);
  assert.equal(signedRankTest(tied, { alternative: 'greater' }).p, 2 ** -200);
  assert.equal(signedRankTest([...tied.slice(1), 0]).p, 2 ** -198);
});

test('up to 200 differences the distribution is exact, above it is the normal with both corrections', () => {
  const random = seededRandom('large');
  const d = Array.from({ length: 201 }, () => random.integer(15) - 8);
  assert.ok(signedRankTest(d.slice(0, 200)).exact);
  const result = signedRankTest(d);
  assert.ok(!result.exact);
  const ranks = midranks(d.map(Math.abs)).filter((_, i) => d[i] !== 0);
  const center = ranks.reduce((sum, r) => sum + r, 0) / 2;
  const deviation = Math.sqrt(ranks.reduce((sum, r) => sum + r * r, 0) / 4);
  assert.ok(result.statistic < center);
  const tail = normalTail((center - result.statistic - 0.5) / deviation);
  assertClose(result.p, 2 * tail, 'two-sided');
  assertClose(signedRankTest(d, { alternative: 'less' }).p, tail, 'less');
  const exact = signedRankTest(d.slice(0, 200));
  const approximate = signedRankTest([...d.slice(0, 200), 0]);
  assertClose(approximate.p, exact.p, 'the two agree where they meet', { relative: 0.1 });
});

test('a statistic at its centre gives p = 1, in the approximation too', () => {
  assert.equal(signedRankTest([1, 2, -3]).p, 1);
  const d = Array.from({ length: 202 }, (_, i) => (i % 2 === 0 ? 1 : -1));
  assert.equal(signedRankTest(d).p, 1);
});

test('differences that are only zeros tell nothing, no differences even less', () => {
  const zeros = signedRankTest([0, 0, -0]);
  assert.deepEqual([zeros.p, zeros.statistic, zeros.zeros], [1, 0, 3]);
  assert.equal(signedRankTest([0, 0], { alternative: 'less' }).p, 1);
  assert.ok(Number.isNaN(signedRankTest([]).p));
});

test('the floor is the p of differences that all agree', () => {
  for (const n of [1, 2, 5, 6, 30]) {
    const d = Array.from({ length: n }, (_, i) => -1 - i);
    assert.equal(signedRankFloor(n), signedRankTest(d).p);
    assert.equal(signedRankFloor(n, 'less'), signedRankTest(d, { alternative: 'less' }).p);
  }
  assert.equal(signedRankFloor(0), 1);
});

test('a difference that is no number is refused', () => {
  assert.throws(() => signedRankTest([1, Number.NaN]), { name: 'RangeError' });
});
