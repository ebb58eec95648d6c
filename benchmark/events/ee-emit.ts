// Emitting an event with one argument; one operation is one emit that calls every listener.
import { EventEmitter } from 'events';
import { createBenchmark } from '../common';

const bench = createBenchmark(main, {
  listeners: [1, 2, 8],
  n: [7e5],
});

function main({ listeners, n }: { listeners: number; n: number }) {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(listeners);
  let sum = 0;
  for (let i = 0; i < listeners; i++) {
    emitter.on('value', (value: number) => {
      sum += value;
    });
  }
  bench.start();
  for (let i = 0; i < n; i++) emitter.emit('value', i);
  bench.end(n);
  const expected = (listeners * n * (n - 1)) / 2;
  if (sum !== expected) throw new Error(`listeners added up ${sum}, expected ${expected}`);
}
