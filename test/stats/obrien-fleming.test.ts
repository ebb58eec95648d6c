import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  classicObrienFlemingBoundaries,
  crossingProbabilities,
  normalTail,
  obrienFlemingBoundaries,
  seededRandom,
} from '../../tools/stats';
import { assertClose } from '../support/reference';

const FIVE = [0.2, 0.4, 0.6, 0.8, 1];

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function assertBoundaries(actual: readonly number[], published: readonly number[], digits = 5e-4): void {
  assert.equal(actual.length, published.length);
  for (const [k, value] of published.entries()) {
    assertClose(actual[k], value, `look ${k + 1}`, { relative: 0, absolute: digits });
  }
}

test('the original boundaries are the published ones', () => {
  // Jennison & Turnbull, Group Sequential Methods (2000), table 2.3: two-sided α .05, C_B of 2, 5 and 10 looks.
  assertBoundaries(classicObrienFlemingBoundaries(FIVE), [4.562, 3.226, 2.634, 2.281, 2.04]);
  assertBoundaries(classicObrienFlemingBoundaries([0.5, 1]), [1.977 * Math.SQRT2, 1.977], 8e-4);
  const ten = classicObrienFlemingBoundaries(Array.from({ length: 10 }, (_, k) => (k + 1) / 10));
  assertClose(ten[9], 2.087, 'ten looks', { absolute: 5e-4 });
});

test('the error-spending boundaries are the published ones', () => {
  // Lan & DeMets' type of O'Brien–Fleming, two-sided α .05, five equal looks.
  assertBoundaries(obrienFlemingBoundaries(FIVE), [4.877, 3.357, 2.68, 2.29, 2.031]);
});

test('the published boundaries cross with the probability they were made for', () => {
  assertClose(sum(crossingProbabilities(FIVE, [4.562, 3.226, 2.634, 2.281, 2.04], 2)), 0.05, 'total', {
    absolute: 2e-5,
  });
  // Pocock's boundary: 2.413 at each of five looks.
  assertClose(sum(crossingProbabilities(FIVE, [2.413, 2.413, 2.413, 2.413, 2.413], 2)), 0.05, 'Pocock', {
    absolute: 5e-5,
  });
});

test('exactly alpha is spent, whatever the looks, and by each of them no more than the spending function allows', () => {
  for (const sides of [1, 2] as const) {
    for (const fractions of [[1], [0.3, 1], [0.1, 0.15, 0.7, 0.72, 1], FIVE]) {
      const boundaries = obrienFlemingBoundaries(fractions, { alpha: 0.05, sides });
      const probabilities = crossingProbabilities(fractions, boundaries, sides);
      assertClose(sum(probabilities), 0.05, `${sides}-sided, looks ${fractions}`, { relative: 1e-7 });
      const classic = classicObrienFlemingBoundaries(fractions, { alpha: 0.05, sides });
      assertClose(sum(crossingProbabilities(fractions, classic, sides)), 0.05, `classic, ${fractions}`, {
        relative: 1e-7,
      });
    }
  }
  // z of α/4 (two-sided) is 2.2414: by fraction .3 each side has spent 2(1 − Φ(2.2414/√.3)).
  const first = 2 * normalTail(2.241402727604947 / Math.sqrt(0.3));
  assertClose(normalTail(obrienFlemingBoundaries([0.3, 1])[0]), first, 'first look', { relative: 1e-9 });
});

test('one look is the ordinary test', () => {
  assertClose(obrienFlemingBoundaries([1])[0], 1.959963984540054, 'two-sided');
  assertClose(obrienFlemingBoundaries([1], { sides: 1, alpha: 0.05 })[0], 1.6448536269514722, 'one-sided');
  assertClose(classicObrienFlemingBoundaries([1])[0], 1.959963984540054, 'classic');
});

test('a look that may spend nothing has no boundary', () => {
  const [first, last] = obrienFlemingBoundaries([1e-4, 1]);
  assert.equal(first, Number.POSITIVE_INFINITY);
  assertClose(last, 1.959963984540054, 'the last look has all of alpha', { relative: 1e-9 });
});

test('a simulated random walk crosses as often as computed', () => {
  const random = seededRandom('looks');
  const fractions = [0.25, 0.6, 1];
  const boundaries = [1.5, 1.4, 1.3];
  for (const sides of [1, 2] as const) {
    const expected = crossingProbabilities(fractions, boundaries, sides);
    const counts = [0, 0, 0];
    const walks = 40000;
    for (let walk = 0; walk < walks; walk++) {
      let score = 0;
      for (const [k, fraction] of fractions.entries()) {
        score += Math.sqrt(fraction - (k === 0 ? 0 : fractions[k - 1])) * random.normal();
        const z = score / Math.sqrt(fraction);
        if (z >= boundaries[k] || (sides === 2 && -z >= boundaries[k])) {
          counts[k]++;
          break;
        }
      }
    }
    for (const [k, count] of counts.entries()) {
      const error = 4 * Math.sqrt(expected[k] / walks);
      assertClose(count / walks, expected[k], `${sides}-sided, look ${k + 1}`, { absolute: error });
    }
  }
});

test('fractions that do not rise within (0, 1] are refused', () => {
  for (const fractions of [[0, 1], [0.5, 0.5], [0.6, 0.4], [0.5, 1.1], [Number.NaN]]) {
    assert.throws(() => obrienFlemingBoundaries(fractions), { name: 'RangeError' }, String(fractions));
  }
  assert.throws(() => obrienFlemingBoundaries([1], { alpha: 0 }), { name: 'RangeError' });
});
