// Sorting numbers with a comparator; one operation is one sort of a fresh copy of len numbers in random order.
import { createBenchmark } from '../common';

const bench = createBenchmark(main, {
  type: ['Array', 'Float64Array'],
  len: [1000],
  n: [300],
});

function main({ type, len, n }: { type: string; len: number; n: number }) {
  if (type !== 'Array' && type !== 'Float64Array') throw new Error(`unknown type "${type}"`);
  // A linear congruential generator with a fixed seed: every process sorts the same numbers, which follow no pattern.
  let state = 1;
  const numbers = Array.from({ length: len }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 4;
  });
  const unsorted = type === 'Array' ? numbers : Float64Array.from(numbers);
  const ascending = (a: number, b: number) => a - b;
  let sum = 0;
  bench.start();
  for (let i = 0; i < n; i++) sum += unsorted.slice().sort(ascending)[i % len];
  bench.end(n);
  const sorted = numbers.sort(ascending);
  let expected = 0;
  for (let i = 0; i < n; i++) expected += sorted[i % len];
  if (sum !== expected) throw new Error(`the picked numbers add up to ${sum}, expected ${expected}`);
}
