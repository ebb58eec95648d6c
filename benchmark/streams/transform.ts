// Passing chunks through a pipeline of transforms; one operation is one chunk of len bytes from source to sink.
import { pipeline, Readable, Transform, Writable } from 'stream';
import { createBenchmark } from '../common';

const bench = createBenchmark(main, {
  transforms: [1, 4],
  len: [1024],
  n: [2e5],
});

function main({ transforms, len, n }: { transforms: number; len: number; n: number }) {
  const chunk = Buffer.alloc(len, 'a');
  let sent = 0;
  const source = new Readable({
    read() {
      this.push(sent++ < n ? chunk : null);
    },
  });
  const middle = Array.from(
    { length: transforms },
    () => new Transform({ transform: (data, _encoding, callback) => callback(null, data) }),
  );
  let received = 0;
  const sink = new Writable({
    write(data: Buffer, _encoding, callback) {
      received += data.length;
      callback();
    },
  });
  bench.start();
  pipeline([source, ...middle, sink], (error) => {
    bench.end(n);
    if (error) throw error;
    if (received !== n * len) throw new Error(`received ${received} bytes, expected ${n * len}`);
  });
}
