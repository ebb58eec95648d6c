// Joining buffers; one operation is one Buffer.concat of `pieces` buffers of pieceSize bytes.
import { createBenchmark } from '../common';

const bench = createBenchmark(main, {
  pieces: [4, 16],
  pieceSize: [16, 128],
  n: [8e4],
});

function main({ pieces, pieceSize, n }: { pieces: number; pieceSize: number; n: number }) {
  const list = Array.from({ length: pieces }, (_, i) => Buffer.alloc(pieceSize, i + 1));
  const total = pieces * pieceSize;
  let sum = 0;
  bench.start();
  for (let i = 0; i < n; i++) sum += Buffer.concat(list)[i % total];
  bench.end(n);
  let expected = 0;
  for (let i = 0; i < n; i++) expected += 1 + Math.floor((i % total) / pieceSize);
  if (sum !== expected) throw new Error(`the bytes add up to ${sum}, expected ${expected}`);
}
