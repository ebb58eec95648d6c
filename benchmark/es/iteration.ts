// Walking over an array of numbers; one operation is one walk over len elements.
import { createBenchmark } from '../common';

const bench = createBenchmark(main, {
  method: ['for', 'for-of', 'forEach', 'reduce'],
  len: [1000],
  n: [3e4],
});

const METHODS: Record<string, (numbers: readonly number[]) => number> = {
  for(numbers) {
    let sum = 0;
    for (let i = 0; i < numbers.length; i++) sum += numbers[i];
    return sum;
  },
  'for-of'(numbers) {
    let sum = 0;
    for (const number of numbers) sum += number;
    return sum;
  },
  forEach(numbers) {
    let sum = 0;
    numbers.forEach((number) => {
      sum += number;
    });
    return sum;
  },
  reduce: (numbers) => numbers.reduce((sum, number) => sum + number, 0),
};

function main({ method, len, n }: { method: string; len: number; n: number }) {
  const walk = METHODS[method];
  if (walk === undefined) throw new Error(`unknown method "${method}"`);
  const numbers = Array.from({ length: len }, (_, i) => i);
  let sum = 0;
  bench.start();
  for (let i = 0; i < n; i++) sum += walk(numbers);
  bench.end(n);
  const expected = (n * len * (len - 1)) / 2;
  if (sum !== expected) throw new Error(`the numbers add up to ${sum}, expected ${expected}`);
}
