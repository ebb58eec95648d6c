// Building a string out of len words; one operation is one string, flattened by reading a character of it.
import { createBenchmark } from '../common';

const bench = createBenchmark(main, {
  method: ['concat', 'template', 'join'],
  len: [20],
  n: [5e4],
});

const METHODS: Record<string, (words: readonly string[], start: number) => string> = {
  concat(words, start) {
    let text = '';
    for (let i = 0; i < words.length; i++) text += words[(start + i) % words.length];
    return text;
  },
  template(words, start) {
    let text = '';
    for (let i = 0; i < words.length; i++) text = `${text}${words[(start + i) % words.length]}`;
    return text;
  },
  join(words, start) {
    const parts = [];
    for (let i = 0; i < words.length; i++) parts.push(words[(start + i) % words.length]);
    return parts.join('');
  },
};

function main({ method, len, n }: { method: string; len: number; n: number }) {
  const build = METHODS[method];
  if (build === undefined) throw new Error(`unknown method "${method}"`);
  const words = Array.from({ length: len }, (_, i) => `${String.fromCharCode(97 + (i % 26))} word `);
  let sum = 0;
  bench.start();
  // Until a character is read, a concatenation is a tree of its parts and not yet a text.
  for (let i = 0; i < n; i++) sum += build(words, i % len).charCodeAt(0);
  bench.end(n);
  let expected = 0;
  for (let i = 0; i < n; i++) expected += words[i % len].charCodeAt(0);
  if (sum !== expected) throw new Error(`the characters add up to ${sum}, expected ${expected}`);
}
