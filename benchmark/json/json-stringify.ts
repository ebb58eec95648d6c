// Writing JSON; one operation is one JSON.stringify of an array of len entries.
import { createBenchmark } from '../common';
import { makeDocument } from './_documents';

const bench = createBenchmark(main, {
  type: ['numbers', 'strings', 'records'],
  len: [100],
  n: [5e3],
});

function main({ type, len, n }: { type: string; len: number; n: number }) {
  const value = makeDocument(type, len);
  let characters = 0;
  bench.start();
  for (let i = 0; i < n; i++) characters += JSON.stringify(value).length;
  bench.end(n);
  const expected = n * JSON.stringify(value).length;
  if (characters !== expected) throw new Error(`wrote ${characters} characters, expected ${expected}`);
}
