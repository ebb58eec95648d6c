import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExpectedNumbers, GrowingNumbers } from '../../tools/analysis/growing-numbers';

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

test('numbers are what was pushed, however many', () => {
  for (const count of [0, 1, 8, 9, 1000]) {
    const numbers = new GrowingNumbers();
    for (const value of upTo(count)) numbers.push(value);
    assert.deepEqual([...numbers.values()], upTo(count));
    assert.equal(numbers.length, count);
  }
});

test('expected numbers are what was pushed, wherever they cease to be as expected', () => {
  for (const asExpected of [0, 1, 7, 8, 20]) {
    for (const others of [[], [99], [99, 99, 3]]) {
      const counted = new ExpectedNumbers(1, 1);
      const absent = new ExpectedNumbers(Number.NaN, 0);
      for (const value of [...upTo(asExpected), ...others]) counted.push(value);
      for (const value of [...upTo(asExpected).map(() => Number.NaN), ...others]) absent.push(value);
      assert.deepEqual([...counted.values()], [...upTo(asExpected), ...others]);
      assert.deepEqual([...absent.values()], [...upTo(asExpected).map(() => Number.NaN), ...others]);
      assert.equal(counted.length, asExpected + others.length);
    }
  }
});
