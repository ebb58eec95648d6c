// Hashing a buffer; one operation is one createHash, update with len bytes and digest.
import { createHash } from 'crypto';
import { createBenchmark } from '../common';

const bench = createBenchmark(main, {
  algorithm: ['md5', 'sha256', 'sha512'],
  len: [16384],
  n: [2e3],
});

function main({ algorithm, len, n }: { algorithm: string; len: number; n: number }) {
  const data = Buffer.alloc(len, 'a');
  let sum = 0;
  bench.start();
  for (let i = 0; i < n; i++) sum += createHash(algorithm).update(data).digest()[0];
  bench.end(n);
  const expected = n * createHash(algorithm).update(data).digest()[0];
  if (sum !== expected) throw new Error(`the digests add up to ${sum}, expected ${expected}`);
}
