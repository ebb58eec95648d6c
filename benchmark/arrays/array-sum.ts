// Adding up an array in a for loop; one operation is one pass over len elements.
import { createBenchmark } from '../common';

const bench = createBenchmark(main, {
  type: ['Array', 'Float64Array', 'Uint8Array'],
  len: [1000],
  n: [5e4],
});

function makeArray(type: string, len: number): number[] | Float64Array | Uint8Array {
  switch (type) {
    case 'Array':
      return new Array<number>(len).fill(0);
    case 'Float64Array':
      return new Float64Array(len);
    case 'Uint8Array':
      return new Uint8Array(len);
    default:
      throw new Error(`unknown type "${type}"`);
  }
}

function main({ type, len, n }: { type: string; len: number; n: number }) {
  const array = makeArray(type, len);
  for (let i = 0; i < len; i++) array[i] = i % 100;
  let sum = 0;
  bench.start();
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < array.length; j++) sum += array[j];
  }
  bench.end(n);
  let once = 0;
  for (let i = 0; i < len; i++) once += i % 100;
  if (sum !== n * once) throw new Error(`the elements add up to ${sum}, expected ${n * once}`);
}
