// Parsing a query string and writing it back; one operation is one new URLSearchParams and its toString.
import { createBenchmark, searchParams } from '../common';

const bench = createBenchmark(main, {
  type: ['noencode', 'encodemany', 'manypairs'],
  n: [4e4],
});

function main({ type, n }: { type: string; n: number }) {
  const query = searchParams[type];
  if (query === undefined) throw new Error(`unknown type "${type}"`);
  let characters = 0;
  bench.start();
  for (let i = 0; i < n; i++) characters += new URLSearchParams(query).toString().length;
  bench.end(n);
  const expected = n * new URLSearchParams(query).toString().length;
  if (characters !== expected) throw new Error(`got ${characters} characters, expected ${expected}`);
}
