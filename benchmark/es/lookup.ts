// Looking up string keys in a dictionary of len entries; one operation is one lookup.
import { createBenchmark } from '../common';

const bench = createBenchmark(main, {
  method: ['object', 'map'],
  len: [10, 1000],
  n: [3e6],
});

function withObject(keys: readonly string[], n: number): number {
  const object: Record<string, number> = {};
  keys.forEach((key, i) => {
    object[key] = i;
  });
  let sum = 0;
  bench.start();
  for (let i = 0; i < n; i++) sum += object[keys[i % keys.length]];
  bench.end(n);
  return sum;
}

function withMap(keys: readonly string[], n: number): number {
  const map = new Map(keys.map((key, i) => [key, i]));
  let sum = 0;
  bench.start();
  for (let i = 0; i < n; i++) sum += map.get(keys[i % keys.length]) as number;
  bench.end(n);
  return sum;
}

const METHODS: Record<string, typeof withMap> = { object: withObject, map: withMap };

function main({ method, len, n }: { method: string; len: number; n: number }) {
  const lookUp = METHODS[method];
  if (lookUp === undefined) throw new Error(`unknown method "${method}"`);
  const keys = Array.from({ length: len }, (_, i) => `key ${i}`);
  const sum = lookUp(keys, n);
  let expected = 0;
  for (let i = 0; i < n; i++) expected += i % len;
  if (sum !== expected) throw new Error(`the values add up to ${sum}, expected ${expected}`);
}
