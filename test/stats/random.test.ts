import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../tools/stats/random';

function draw(seed: number | string, count: number): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => random.next());
}

function correlation(x: number[], y: number[]): number {
  const n = x.length;
  const mx = x.reduce((a, b) => a + b) / n;
  const my = y.reduce((a, b) => a + b) / n;
  let xy = 0;
  let xx = 0;
  let yy = 0;
  for (let i = 0; i < n; i++) {
    xy += (x[i] - mx) * (y[i] - my);
    xx += (x[i] - mx) ** 2;
    yy += (y[i] - my) ** 2;
  }
  return xy / Math.sqrt(xx * yy);
}

test('the stream of a seed is the same for ever', () => {
  const random = seededRandom('corebench');
  assert.deepEqual(
    Array.from({ length: 3 }, () => random.integer(2 ** 32)),
    [2915282317, 2802339456, 4094649236],
  );
});

test('a number and its text are one seed, other seeds give other streams', () => {
  assert.deepEqual(draw(7, 5), draw('7', 5));
  assert.notDeepEqual(draw(7, 5), draw(8, 5));
  assert.notDeepEqual(draw('', 5), draw('\u0000', 5));
});

test('streams of seeds that differ in one character are not correlated', () => {
  const n = 4000;
  for (const [a, b] of [
    ['1/url/a=1/1', '1/url/a=1/2'],
    ['1/url/a=1/1', '2/url/a=1/1'],
    ['ab', 'ba'],
  ]) {
    assert.ok(Math.abs(correlation(draw(a, n), draw(b, n))) < 4 / Math.sqrt(n), `${a} and ${b}`);
  }
});

test('the first values of consecutive seeds are uniform', () => {
  const counts = new Array(16).fill(0);
  for (let seed = 0; seed < 16000; seed++) counts[Math.floor(draw(`run/${seed}`, 1)[0] * 16)]++;
  const chiSquare = counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
  assert.ok(chiSquare < 37.7, `chi-square ${chiSquare} on 15 degrees of freedom`); // 0.1 % point
});

test('integer is uniform over its range, also where the range does not divide 2^32', () => {
  const random = seededRandom(3);
  const counts = [0, 0, 0];
  const n = 3 * 2 ** 30; // modulo bias would put half of all values into the first third
  for (let i = 0; i < 3000; i++) counts[Math.floor(random.integer(n) / 2 ** 30)]++;
  for (const count of counts) assert.ok(Math.abs(count - 1000) < 110, String(counts));
  assert.equal(random.integer(1), 0);
});

test('integer refuses what is not a size', () => {
  for (const n of [0, -1, 1.5, Number.NaN, 2 ** 33]) {
    assert.throws(() => seededRandom(1).integer(n), { name: 'RangeError' });
  }
});

test('normal and exponential have the moments of their distributions', () => {
  const random = seededRandom('moments');
  const n = 40000;
  const power = [0, 0, 0, 0, 0];
  let exponentialSum = 0;
  let exponentialSquares = 0;
  for (let i = 0; i < n; i++) {
    const z = random.normal();
    for (let k = 1; k <= 4; k++) power[k] += z ** k / n;
    const e = random.exponential();
    assert.ok(e >= 0);
    exponentialSum += e / n;
    exponentialSquares += (e * e) / n;
  }
  // Five standard errors of each sample moment.
  for (const [k, expected, error] of [
    [1, 0, 1],
    [2, 1, Math.SQRT2],
    [3, 0, Math.sqrt(15)],
    [4, 3, Math.sqrt(96)],
  ]) {
    assert.ok(Math.abs(power[k] - expected) < (5 * error) / Math.sqrt(n), `moment ${k}: ${power[k]}`);
  }
  assert.ok(Math.abs(exponentialSum - 1) < 5 / Math.sqrt(n));
  assert.ok(Math.abs(exponentialSquares - 2) < (5 * Math.sqrt(20)) / Math.sqrt(n));
});

test('consecutive values and consecutive normals are not correlated', () => {
  const n = 20000;
  const random = seededRandom('lag');
  const uniform = Array.from({ length: n + 1 }, () => random.next());
  const normal = Array.from({ length: n + 1 }, () => random.normal());
  for (const values of [uniform, normal]) {
    assert.ok(Math.abs(correlation(values.slice(0, n), values.slice(1))) < 4 / Math.sqrt(n));
  }
});

test('shuffle makes every order equally likely, in place', () => {
  const random = seededRandom('orders');
  const counts = new Map<string, number>();
  for (let i = 0; i < 6000; i++) {
    const array = ['a', 'b', 'c'];
    assert.equal(random.shuffle(array), array);
    const order = array.join('');
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  assert.equal(counts.size, 6);
  for (const [order, count] of counts) assert.ok(Math.abs(count - 1000) < 145, `${order}: ${count}`);
});
