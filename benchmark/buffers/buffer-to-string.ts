// Turning a buffer into a string; one operation is one toString of len bytes of ASCII text.
import { createBenchmark } from '../common';

const bench = createBenchmark(main, {
  encoding: ['utf8', 'hex', 'base64'],
  len: [1024],
  n: [8e4],
});

function main({ encoding: name, len, n }: { encoding: string; len: number; n: number }) {
  const encoding = name as BufferEncoding;
  const buffer = Buffer.alloc(len, 'plain text ');
  let characters = 0;
  bench.start();
  for (let i = 0; i < n; i++) characters += buffer.toString(encoding).length;
  bench.end(n);
  const expected = n * buffer.toString(encoding).length;
  if (characters !== expected) throw new Error(`got ${characters} characters, expected ${expected}`);
}
