import * as http from 'http';
import * as http2 from 'http2';
import type { Benchmarker, LoadOptions } from './benchmarker';

/** Loads with Node itself: weak as a load, but it is always there, so that tests need no other program. */
export class TestDouble implements Benchmarker {
  readonly name = 'test-double';
  readonly protocols = ['http', 'http2'] as const;
  readonly install = 'nothing';
  readonly onlyOnRequest = true;

  constructor(private readonly protocol: 'http' | 'http2') {}

  present(): boolean {
    return true;
  }

  command(options: LoadOptions): readonly string[] {
    return [process.execPath, __filename, JSON.stringify({ ...options, protocol: this.protocol })];
  }

  parse(output: string): number | undefined {
    const found = /^(\d+) requests in ([\d.]+) s$/m.exec(output);
    return found === null ? undefined : Number(found[1]) / Number(found[2]);
  }
}

function fail(error: Error): never {
  console.error(error.message);
  process.exit(1);
}

/** Starts one request at a time on a connection; `done` is called behind each answer. */
function connect(
  { url, method, headers, protocol }: LoadOptions & { protocol: string },
  agent: http.Agent,
): (done: () => void) => void {
  if (protocol === 'http') {
    return (done) => {
      const request = http.request(url, { method, headers, agent }, (response) => {
        if (response.statusCode !== 200) fail(new Error(`answered with status ${response.statusCode}`));
        response.on('end', done).resume();
      });
      request.on('error', fail).end();
    };
  }
  const session = http2.connect(url).on('error', fail);
  const path = new URL(url).pathname;
  return (done) => {
    const stream = session.request({ ':method': method, ':path': path, ...headers });
    stream.on('error', fail).on('end', done).resume().end();
  };
}

if (require.main === module) {
  const options = JSON.parse(process.argv[2]!);
  const agent = new http.Agent({ keepAlive: true, maxSockets: options.connections });
  const startedAt = process.hrtime.bigint();
  let requests = 0;
  const seconds = () => Number(process.hrtime.bigint() - startedAt) / 1e9;
  for (let i = 0; i < options.connections; i++) {
    const request = connect(options, agent);
    const next = () => {
      requests++;
      if (seconds() < options.duration) request(next);
      else {
        console.log(`${requests} requests in ${seconds()} s`);
        process.exit(0);
      }
    };
    request(next);
  }
}
