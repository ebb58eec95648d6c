// Sorting numbers with a comparator; one operation is one sort of a fresh copy of len shuffled numbers.
import { createBenchmark } from '../common';

const bench = createBenchmark(main, {
  type: ['Array', 'Float64Array'],
  len: [1000],
  n: [300],
});

function main({ type, len, n }: { type: string; len: number; n: number }) {
  if (type !== 'Array' && type !== 'Float64Array') throw new Error(`unknown type "${type}"`);
  // 7919 is prime: multiples of it visit every residue of a len it does not divide, in an order far from sorted.
  const numbers = Array.from({ length: len }, (_, i) => (i * 7919) % len);
  const shuffled = type === 'Array' ? numbers : Float64Array.from(numbers);
  const ascending = (a: number, b: number) => a - b;
  let sum = 0;
  bench.start();
  for (let i = 0; i < n; i++) sum += shuffled.slice().sort(ascending)[i % len];
  bench.end(n);
  const sorted = numbers.sort(ascending);
  let expected = 0;
  for (let i = 0; i < n; i++) expected += sorted[i % len];
  if (sum !== expected) throw new Error(`the picked numbers add up to ${sum}, expected ${expected}`);
}
