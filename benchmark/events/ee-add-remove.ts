// Adding and removing a listener beside others; one operation is one on and one removeListener.
import { EventEmitter } from 'events';
import { createBenchmark } from '../common';

const bench = createBenchmark(main, {
  listeners: [0, 1, 10],
  n: [5e5],
});

function main({ listeners, n }: { listeners: number; n: number }) {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(listeners + 1);
  for (let i = 0; i < listeners; i++) emitter.on('value', () => {});
  const listener = () => {};
  let counted = 0;
  bench.start();
  for (let i = 0; i < n; i++) {
    emitter.on('value', listener);
    counted += emitter.listenerCount('value');
    emitter.removeListener('value', listener);
  }
  bench.end(n);
  const expected = n * (listeners + 1);
  if (counted !== expected) throw new Error(`counted ${counted} listeners, expected ${expected}`);
}
