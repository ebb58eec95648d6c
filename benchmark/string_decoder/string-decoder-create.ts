// Creating decoders; one operation is one new StringDecoder.
import { StringDecoder } from 'string_decoder';
import { createBenchmark } from '../common';

const bench = createBenchmark(main, {
  encoding: ['ascii', 'utf8', 'utf16le', 'base64'],
  n: [3e5],
});

function main({ encoding, n }: { encoding: string; n: number }) {
  const kept = new Array<StringDecoder>(16);
  bench.start();
  for (let i = 0; i < n; i++) kept[i % kept.length] = new StringDecoder(encoding as BufferEncoding);
  bench.end(n);
  const last = kept[(n - 1) % kept.length];
  if (last.write(Buffer.alloc(12)) === '') throw new Error('the last decoder does not decode');
}
