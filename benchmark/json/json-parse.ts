// Parsing JSON; one operation is one JSON.parse of an array of len entries.
import { createBenchmark } from '../common';
import { makeDocument } from './_documents';

const bench = createBenchmark(main, {
  type: ['numbers', 'strings', 'records'],
  len: [100],
  n: [4e3],
});

function main({ type, len, n }: { type: string; len: number; n: number }) {
  const text = JSON.stringify(makeDocument(type, len));
  let entries = 0;
  bench.start();
  for (let i = 0; i < n; i++) entries += JSON.parse(text).length;
  bench.end(n);
  if (entries !== n * len) throw new Error(`parsed ${entries} entries, expected ${n * len}`);
}
