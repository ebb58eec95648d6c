// Reading a stream with for await; one operation is one value from a readable in object mode.
import { Readable } from 'stream';
import { createBenchmark } from '../common';

const bench = createBenchmark(main, {
  highWaterMark: [1, 16],
  n: [1.5e5],
});

async function main({ highWaterMark, n }: { highWaterMark: number; n: number }) {
  let sent = 0;
  const source = new Readable({
    objectMode: true,
    highWaterMark,
    read() {
      this.push(sent < n ? sent++ : null);
    },
  });
  let sum = 0;
  bench.start();
  for await (const value of source) sum += value;
  bench.end(n);
  const expected = (n * (n - 1)) / 2;
  if (sum !== expected) throw new Error(`the values add up to ${sum}, expected ${expected}`);
}
