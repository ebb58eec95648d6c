// Reading integers out of a buffer; one operation is one pass over len bytes, value by value.
import { createBenchmark } from '../common';

const bench = createBenchmark(main, {
  method: ['readUInt16BE', 'readInt32LE'],
  len: [1024],
  n: [2e4],
});

const PASSES: Record<string, (buffer: Buffer) => number> = {
  readUInt16BE(buffer) {
    let sum = 0;
    for (let offset = 0; offset < buffer.length - 1; offset += 2) sum += buffer.readUInt16BE(offset);
    return sum;
  },
  readInt32LE(buffer) {
    let sum = 0;
    for (let offset = 0; offset < buffer.length - 3; offset += 4) sum += buffer.readInt32LE(offset);
    return sum;
  },
};

function main({ method, len, n }: { method: string; len: number; n: number }) {
  const pass = PASSES[method];
  if (pass === undefined) throw new Error(`unknown method "${method}"`);
  const buffer = Buffer.from(Array.from({ length: len }, (_, i) => i * 37));
  let sum = 0;
  bench.start();
  for (let i = 0; i < n; i++) sum += pass(buffer);
  bench.end(n);
  const expected = n * pass(buffer);
  if (sum !== expected) throw new Error(`the values add up to ${sum}, expected ${expected}`);
}
