// Parsing URLs; one operation is one new URL whose href is read.
import { bakeUrlData, createBenchmark } from '../common';

const bench = createBenchmark(main, {
  type: ['short', 'long', 'auth', 'idn'],
  n: [6e4],
});

function main({ type, n }: { type: string; n: number }) {
  const inputs = bakeUrlData(type) as string[];
  let characters = 0;
  bench.start();
  for (let i = 0; i < n; i++) characters += new URL(inputs[i % inputs.length]).href.length;
  bench.end(n);
  let expected = 0;
  const lengths = inputs.map((input) => new URL(input).href.length);
  for (let i = 0; i < n; i++) expected += lengths[i % lengths.length];
  if (characters !== expected) throw new Error(`got ${characters} characters, expected ${expected}`);
}
