import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GrowingNumbers, GuessedNumbers } from '../../tools/analysis/growing-numbers';

test('numbers come back in the order they were added, however many there are', () => {
  const numbers = new GrowingNumbers();
  for (let at = 0; at < 100; at++) numbers.push(at / 7);
  assert.deepEqual(
    [...numbers.values()],
    Array.from({ length: 100 }, (_, at) => at / 7),
  );
});

test('guessed numbers are the ones added, also when the guess fails late, early or never', () => {
  for (const added of [[1, 2, 3], [1, 2, 9, 3], [5], [1, 2, Number.NaN, 4, 4], []]) {
    const numbers = new GuessedNumbers((at) => at + 1);
    for (const number of added) numbers.push(number);
    assert.deepEqual([...numbers.values()], added);
    assert.equal(numbers.length, added.length);
  }
});
