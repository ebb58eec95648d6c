// Comparing two equal values of len entries; one operation is one assert.deepStrictEqual.
import { deepStrictEqual } from 'assert';
import { createBenchmark } from '../common';

const bench = createBenchmark(main, {
  type: ['records', 'map'],
  len: [50],
  n: [4e3],
});

function makeValue(type: string, len: number): unknown {
  const numbers = Array.from({ length: len }, (_, i) => i);
  switch (type) {
    case 'records':
      return numbers.map((i) => ({ id: i, name: `entry ${i}` }));
    case 'map':
      return new Map(numbers.map((i) => [`key ${i}`, i]));
    default:
      throw new Error(`unknown type "${type}"`);
  }
}

function main({ type, len, n }: { type: string; len: number; n: number }) {
  const actual = makeValue(type, len);
  const expected = makeValue(type, len);
  bench.start();
  for (let i = 0; i < n; i++) deepStrictEqual(actual, expected);
  bench.end(n);
}
