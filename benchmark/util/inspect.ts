// Printing a value for people; one operation is one util.inspect.
import { inspect } from 'util';
import { createBenchmark } from '../common';

const bench = createBenchmark(main, {
  type: ['array', 'object', 'map', 'error'],
  n: [1.2e4],
});

function makeValue(type: string): unknown {
  switch (type) {
    case 'array':
      return [1, 'two', null, undefined, true, [3, 4]];
    case 'object':
      return { id: 17, name: 'entry', tags: ['a', 'b'], at: { x: 1, y: -1 } };
    case 'map':
      return new Map([
        ['one', 1],
        ['two', 2],
        ['three', 3],
      ]);
    case 'error':
      return new RangeError('out of bounds');
    default:
      throw new Error(`unknown type "${type}"`);
  }
}

function main({ type, n }: { type: string; n: number }) {
  const value = makeValue(type);
  let characters = 0;
  bench.start();
  for (let i = 0; i < n; i++) characters += inspect(value).length;
  bench.end(n);
  const expected = n * inspect(value).length;
  if (characters !== expected) throw new Error(`printed ${characters} characters, expected ${expected}`);
}
