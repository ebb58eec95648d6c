import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lag1Autocorrelation, seededRandom } from '../../tools/stats';
import { assertClose } from '../support/reference';

test('autocorrelation at lag 1 of small series', () => {
  // Deviations −2 −1 0 1 2: products 2 + 0 + 0 + 2, squares 10.
  assertClose(lag1Autocorrelation([1, 2, 3, 4, 5]), 0.4, 'a line');
  // Deviations ±1 in turn: five products of −1, six squares.
  assertClose(lag1Autocorrelation([1, 3, 1, 3, 1, 3]), -5 / 6, 'a zigzag');
});

test('it finds the coefficient of an AR(1) series', () => {
  const random = seededRandom('ar');
  for (const coefficient of [-0.5, 0, 0.8]) {
    let last = 0;
    const series = Array.from({ length: 5000 }, () => {
      last = coefficient * last + random.normal();
      return 1e6 + last;
    });
    assertClose(lag1Autocorrelation(series), coefficient, `coefficient ${coefficient}`, { absolute: 0.05 });
  }
});

test('a constant series and fewer than two samples have none', () => {
  assert.ok(Number.isNaN(lag1Autocorrelation([2, 2, 2])));
  assert.ok(Number.isNaN(lag1Autocorrelation([2])));
});
