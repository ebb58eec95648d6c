// Filling a format string the way console.log does; one operation is one util.format with two arguments.
import { format } from 'util';
import { createBenchmark } from '../common';

const bench = createBenchmark(main, {
  type: ['string', 'number', 'json', 'none'],
  n: [1.2e5],
});

const TEMPLATES: Record<string, string> = {
  string: 'first %s second %s',
  number: 'first %d second %d',
  json: 'first %j second %j',
  none: 'first and second:',
};

function main({ type, n }: { type: string; n: number }) {
  const template = TEMPLATES[type];
  if (template === undefined) throw new Error(`unknown type "${type}"`);
  let characters = 0;
  bench.start();
  for (let i = 0; i < n; i++) characters += format(template, i % 10, 7).length;
  bench.end(n);
  const expected = n * format(template, 0, 7).length;
  if (characters !== expected) throw new Error(`wrote ${characters} characters, expected ${expected}`);
}
