// Answers of an HTTP/2 server without encryption; one operation is one request with its answer.

import * as http2 from 'http2';
import type { AddressInfo } from 'net';
import { createBenchmark } from '../common';

const bench = createBenchmark(
  main,
  {
    length: [4, 102400],
    connections: [10, 100],
    duration: 5,
  },
  { test: { benchmarker: 'test-double', duration: 0.05 } },
);

function main(configuration: { length: number; connections: number; duration: number }) {
  const { length, connections, duration } = configuration;
  const body = Buffer.alloc(length, 'x');
  const server = http2.createServer((_, response) => {
    response.end(body);
  });
  // Any free port: two runs on one machine must not meet.
  server.listen(0, () => {
    const { port } = server.address() as AddressInfo;
    bench.http({ port, connections, duration, protocol: 'http2' }, () => server.close());
  });
}
