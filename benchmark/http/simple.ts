// Answers of an HTTP server, in one piece or in chunks; one operation is one request with its answer.

import * as http from 'http';
import type { AddressInfo } from 'net';
import { createBenchmark } from '../common';

const bench = createBenchmark(
  main,
  {
    length: [4, 1024, 102400],
    chunks: [1, 4],
    connections: [50, 500],
    duration: 5,
  },
  { test: { benchmarker: 'test-double', duration: 0.05 } },
);

function main(configuration: { length: number; chunks: number; connections: number; duration: number }) {
  const { length, chunks, connections, duration } = configuration;
  const chunk = Buffer.alloc(Math.ceil(length / chunks), 'x');
  const server = http.createServer((_, response) => {
    for (let i = 1; i < chunks; i++) response.write(chunk);
    response.end(chunk);
  });
  // Any free port: two runs on one machine must not meet.
  server.listen(0, () => {
    const { port } = server.address() as AddressInfo;
    bench.http({ port, connections, duration }, () => server.close());
  });
}
