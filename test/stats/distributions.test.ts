import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  binomialCdf,
  normalCdf,
  normalDensity,
  normalQuantile,
  normalTail,
  regularizedIncompleteBeta,
  studentTCdf,
  studentTQuantile,
  studentTTail,
} from '../../tools/stats';
import { assertClose, readReference } from '../support/reference';

test('Student t tail agrees with R', () => {
  for (const { df, t, p_two_sided } of readReference('student-t-cdf.csv')) {
    const p = 2 * studentTTail(Number(t), Number(df));
    assertClose(p, Number(p_two_sided), `df ${df}, t ${t}`, { absolute: 1e-300 });
  }
});

test('Student t quantile agrees with R', () => {
  for (const { df, p, quantile } of readReference('student-t-quantile.csv')) {
    assertClose(studentTQuantile(Number(p), Number(df)), Number(quantile), `df ${df}, p ${p}`);
  }
});

test('normal distribution agrees with R far into the tail', () => {
  for (const { z, cdf } of readReference('normal-cdf.csv')) {
    assertClose(normalCdf(Number(z)), Number(cdf), `z ${z}`);
    assertClose(normalTail(-Number(z)), Number(cdf), `tail at ${z}`);
  }
});

test('normal density integrates to the distribution function', () => {
  const step = 1e-3;
  let integral = 0;
  for (let i = 0; i < 1000; i++) integral += step * normalDensity((i + 0.5) * step);
  assertClose(integral, normalCdf(1) - 0.5, 'P(0 < Z < 1)', { relative: 1e-6 });
});

test('quantiles undo the distribution functions', () => {
  for (const p of [1e-300, 1e-20, 1e-5, 0.024, 0.3, 0.499999, 0.5, 0.6, 0.975, 1 - 1e-12]) {
    assertClose(normalCdf(normalQuantile(p)), p, `normal, ${p}`, { relative: 1e-12 });
    for (const df of [1, 1.7, 4, 33.3, 1e5]) {
      if (p < 1e-100) continue;
      assertClose(studentTCdf(studentTQuantile(p, df), df), p, `t with df ${df}, ${p}`, { relative: 1e-12 });
    }
  }
});

test('Student t of one and two degrees of freedom has its closed form', () => {
  for (const t of [-1e9, -30, -2.5, -0.3, 0, 1e-8, 0.7, 1.7320508, 1.74, 12, 1e6]) {
    assertClose(
      studentTCdf(t, 1),
      t < -1 ? Math.atan(-1 / t) / Math.PI : 0.5 + Math.atan(t) / Math.PI,
      `df 1, ${t}`,
    );
    const root = Math.sqrt(2 + t * t);
    assertClose(
      studentTCdf(t, 2),
      t < 0 ? 1 / (root * (root - t)) : 1 - 1 / (root * (root + t)),
      `df 2, ${t}`,
    );
  }
});

test('Student t with infinite degrees of freedom is the normal', () => {
  assert.equal(studentTTail(1.3, Number.POSITIVE_INFINITY), normalTail(1.3));
  assertClose(studentTTail(2, 1e12), normalTail(2), 'df 1e12');
});

test('the ends of the distributions', () => {
  assert.equal(normalQuantile(0), Number.NEGATIVE_INFINITY);
  assert.equal(normalQuantile(1), Number.POSITIVE_INFINITY);
  assert.equal(normalCdf(Number.NEGATIVE_INFINITY), 0);
  assert.equal(normalCdf(Number.POSITIVE_INFINITY), 1);
  assert.equal(studentTQuantile(0, 3), Number.NEGATIVE_INFINITY);
  assert.equal(studentTQuantile(1, 3), Number.POSITIVE_INFINITY);
  assert.equal(studentTQuantile(0.5, 3), 0);
  assert.equal(studentTCdf(Number.POSITIVE_INFINITY, 3), 1);
  assert.equal(studentTTail(Number.POSITIVE_INFINITY, 3), 0);
});

test('incomplete beta is the polynomial it must be for whole parameters', () => {
  // I_x(a, b) = P(at least a successes in a + b − 1 trials).
  for (const x of [0, 1e-9, 0.1, 0.35, 0.5, 0.82, 1 - 1e-9, 1]) {
    assertClose(regularizedIncompleteBeta(x, 1, 1), x, `1, 1 at ${x}`);
    assertClose(regularizedIncompleteBeta(x, 3, 1), x ** 3, `3, 1 at ${x}`);
    assertClose(regularizedIncompleteBeta(x, 2, 3), x * x * (6 - 8 * x + 3 * x * x), `2, 3 at ${x}`);
    assertClose(
      regularizedIncompleteBeta(x, 0.5, 0.5),
      (2 / Math.PI) * Math.asin(Math.sqrt(x)),
      `arcsine law at ${x}`,
    );
  }
});

test('incomplete beta is symmetric: I_x(a, b) = 1 − I_{1−x}(b, a)', () => {
  for (const [x, a, b] of [
    [0.25, 0.3, 7],
    [0.75, 200, 90],
    [0.5, 1e4, 1e4],
  ]) {
    assertClose(
      regularizedIncompleteBeta(x, a, b),
      1 - regularizedIncompleteBeta(1 - x, b, a),
      `${x} ${a} ${b}`,
    );
  }
});

test('binomial distribution is the sum of its probabilities, small tails included', () => {
  for (const [n, p] of [
    [1, 0.5],
    [20, 0.5],
    [60, 0.03],
    [1000, 0.5],
  ]) {
    let term = (1 - p) ** n;
    let sum = 0;
    for (let k = 0; k < n; k++) {
      sum += term;
      assertClose(binomialCdf(k, n, p), sum, `n ${n}, p ${p}, k ${k}`, { relative: 1e-12 });
      term *= ((n - k) / (k + 1)) * (p / (1 - p));
    }
  }
  assert.equal(binomialCdf(-1, 5, 0.5), 0);
  assert.equal(binomialCdf(5, 5, 0.5), 1);
  assert.equal(binomialCdf(2.9, 5, 0.5), binomialCdf(2, 5, 0.5));
  assert.equal(binomialCdf(0, 5, 0), 1);
  assert.equal(binomialCdf(4, 5, 1), 0);
});

test('arguments outside a distribution are refused', () => {
  const refused = { name: 'RangeError' };
  assert.throws(() => studentTTail(1, 0), refused);
  assert.throws(() => studentTQuantile(1.1, 3), refused);
  assert.throws(() => studentTQuantile(0.5, Number.NaN), refused);
  assert.throws(() => normalQuantile(-0.1), refused);
  assert.throws(() => regularizedIncompleteBeta(1.1, 1, 1), refused);
  assert.throws(() => regularizedIncompleteBeta(0.5, 0, 1), refused);
  assert.throws(() => binomialCdf(1, 2.5, 0.5), refused);
  assert.throws(() => binomialCdf(1, 2, 1.5), refused);
});
