import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as path from 'node:path';
import { test } from 'node:test';
import { Autocannon } from '../../benchmark/_http/autocannon';
import { H2Load } from '../../benchmark/_http/h2load';
import { TestDouble } from '../../benchmark/_http/test-double';
import { Wrk } from '../../benchmark/_http/wrk';
import { corebench } from '../support/corebench';
import { DIST } from '../support/paths';

const SMALL = ['length=4', 'chunks=1', 'connections=2', 'duration=0.05'];

function start(args: readonly string[], environment: NodeJS.ProcessEnv) {
  const file = path.join(DIST, 'benchmark/http/simple.js');
  const env = { ...process.env, NODE_RUN_BENCHMARK_FN: '', PORT: '12871', ...environment };
  return spawnSync(process.execPath, [file, ...SMALL, ...args], { encoding: 'utf8', env });
}

test('each benchmarker gives the requests per second of its own output, and none where requests failed', () => {
  const wrk = '  373 requests in 1.10s, 4.41MB read\nRequests/sec:  33854.69\nTransfer/sec:      4.00MB\n';
  assert.equal(new Wrk().parse(wrk), 33854.69);
  assert.equal(new Wrk().parse(`  Non-2xx or 3xx responses: 373\n${wrk}`), undefined);
  const cannon = { requests: { total: 300 }, duration: 1.5, errors: 0, timeouts: 0, non2xx: 0 };
  assert.equal(new Autocannon().parse(JSON.stringify(cannon)), 200);
  assert.equal(new Autocannon().parse(JSON.stringify({ ...cannon, non2xx: 1 })), undefined);
  assert.equal(new Autocannon().parse('usage'), undefined);
  const h2load = (failed: number) =>
    `finished in 1.00s, 41993.00 req/s, 4.97MB/s\nrequests: 9 total, 9 started, 9 done, 8 succeeded, ${failed} failed, 0 errored, 0 timeout\n`;
  assert.equal(new H2Load().parse(h2load(0)), 41993);
  assert.equal(new H2Load().parse(h2load(1)), undefined);
  assert.equal(new TestDouble('http').parse('30 requests in 0.5 s\n'), 60);
});

test('a benchmarker that is not there is named with what to install', () => {
  const none = start([], { PATH: '' });
  assert.equal(none.status, 1);
  assert.match(
    none.stderr,
    /no http benchmarker is installed: install wrk \(apt-get install wrk\) or autocannon/,
  );
  const wrk = start(['benchmarker=wrk'], { PATH: '' });
  assert.match(wrk.stderr, /benchmarker wrk is not installed: apt-get install wrk/);
  const unknown = start(['benchmarker=nonsense'], {});
  assert.match(
    unknown.stderr,
    /no http benchmarker "nonsense", expected one of wrk, autocannon, test-double/,
  );
});

test('the tools hand on --set benchmarker, and its name is in the configuration', async () => {
  const sets = [...SMALL, 'benchmarker=test-double'].flatMap((setting) => ['--set', setting]);
  const { code, stdout, stderr } = await corebench(['run', ...sets, '--format', 'csv', 'http/simple.js'], {
    environment: { PORT: '12872' },
  });
  assert.equal(code, 0, stderr);
  assert.match(stdout, / benchmarker=.test-double.",\d/);
});
