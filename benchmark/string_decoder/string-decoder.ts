// Decoding a text that arrives in chunks of chunkLen bytes; one operation is one whole text of inLen bytes.
import { StringDecoder } from 'string_decoder';
import { createBenchmark } from '../common';

const bench = createBenchmark(main, {
  encoding: ['utf8', 'base64', 'utf16le'],
  inLen: [1024],
  chunkLen: [16, 64],
  n: [8e3],
});

interface Configuration {
  encoding: string;
  inLen: number;
  chunkLen: number;
  n: number;
}

function main({ encoding: name, inLen, chunkLen, n }: Configuration) {
  const encoding = name as BufferEncoding;
  // Characters of one to four bytes in UTF-8, so that chunks end inside characters; write() leaves out a partial one.
  const input = Buffer.alloc(inLen, 'a');
  input.write('z\u017C\u6F22\u{1F600} plain '.repeat(inLen), encoding);
  const chunks = Array.from({ length: Math.ceil(inLen / chunkLen) }, (_, i) =>
    input.subarray(i * chunkLen, (i + 1) * chunkLen),
  );
  const decoder = new StringDecoder(encoding);
  let decoded = 0;
  bench.start();
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < chunks.length; j++) decoded += decoder.write(chunks[j]).length;
    decoded += decoder.end().length;
  }
  bench.end(n);
  const expected = n * input.toString(encoding).length;
  if (decoded !== expected) throw new Error(`decoded ${decoded} characters, expected ${expected}`);
}
