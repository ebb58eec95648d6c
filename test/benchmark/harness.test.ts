import assert from 'node:assert/strict';
import { fork, spawnSync } from 'node:child_process';
import * as path from 'node:path';
import { test } from 'node:test';
import { createBenchmark } from '../../benchmark/common';
import { FIXTURES, nodeOfMajor, skipWithout } from '../support/paths';

const CATEGORY = path.join(FIXTURES, 'harness', 'category');

function start(
  file: string,
  args: string[] = [],
  environment: NodeJS.ProcessEnv = {},
  binary = process.execPath,
) {
  const { NODE_RUN_BENCHMARK_FN: _, ...inherited } = process.env;
  return spawnSync(binary, [path.join(CATEGORY, file), ...args], {
    encoding: 'utf8',
    env: { ...inherited, ...environment },
  });
}

const MISUSE: [how: string, message: string][] = [
  ['start-twice', 'Called start more than once in a single benchmark'],
  ['end-unstarted', 'called end without start'],
  ['end-twice', 'called end multiple times'],
  ['end-missing', 'called end() without specifying operation count'],
  ['end-zero', 'called end() with operation count <= 0'],
  ['end-negative', 'called end() with operation count <= 0'],
];

for (const [how, message] of MISUSE) {
  test(`misuse "${how}" throws: ${message}`, () => {
    const { status, stderr } = start('misuse.js', [`how=${how}`], { NODE_RUN_BENCHMARK_FN: '' });
    assert.equal(status, 1);
    assert.ok(stderr.includes(`Error: ${message}\n`), stderr);
  });
}

test('zero operations pass where the environment allows them', () => {
  const environment = { NODE_RUN_BENCHMARK_FN: '', NODEJS_BENCHMARK_ZERO_ALLOWED: '1' };
  const { status, stdout } = start('misuse.js', ['how=end-zero'], environment);
  assert.equal(status, 0);
  assert.equal(stdout, 'category/misuse.js how="end-zero": 0\n');
});

test('a failing configuration ends the root pass with its code', () => {
  assert.equal(start('misuse.js').status, 1);
});

test('without a driver each configuration runs and prints name, values as JSON and the rate with grouped digits', () => {
  const { status, stdout } = start('extra.js');
  assert.equal(status, 0);
  const lines = stdout.trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => line.slice(0, line.indexOf(':'))),
    ['n=5 mode="fast"', 'n=5 mode="slow"', 'n=500 mode="fast"', 'n=500 mode="slow"'].map(
      (text) => `category/extra.js ${text} flag=true`,
    ),
  );
  for (const line of lines) assert.match(line, /: (\d{1,3})(,\d{3})*(\.\d+)?$/);
});

test('arguments replace the values of their key, repeated keys give several, other names are handed on', () => {
  const { stderr } = start('extra.js', ['n=1e2', 'n=7', 'mode=slow', 'other=x=y']);
  assert.equal(
    stderr,
    '{"n":100,"mode":"slow","flag":true} n=100 mode=slow flag=true other=x=y | --no-opt\n' +
      '{"n":7,"mode":"slow","flag":true} n=7 mode=slow flag=true other=x=y | --no-opt\n',
  );
});

test('node arguments come from the environment too', () => {
  const { stderr } = start('extra.js', ['n=1', 'mode=fast'], {
    NODE_BENCHMARK_FLAGS: '--no-lazy  --expose-gc',
  });
  assert.ok(stderr.endsWith('| --no-lazy --expose-gc --no-opt\n'), stderr);
});

test('test mode runs the first value of each key, numbers cut to one, and the overrides of the benchmark', () => {
  const { stdout } = start('extra.js', ['--test']);
  assert.match(stdout, /^category\/extra\.js n=1 mode="slow" flag=true: [\d,.]+\n$/);
});

test('an argument that does not fit is an error that names the key', () => {
  assert.match(start('extra.js', ['n=abc']).stderr, /TypeError: configuration "n" takes a number, got "abc"/);
  assert.match(
    start('extra.js', ['flag=1']).stderr,
    /TypeError: configuration "flag" takes true or false, got "1"/,
  );
  assert.match(start('extra.js', ['fast']).stderr, /TypeError: bad argument "fast", expected key=value/);
});

test('groups run with their own keys and their name; setup runs once, before them, with all configurations', () => {
  const { stderr, status } = start('grouped.js');
  assert.equal(status, 0);
  assert.equal(
    stderr,
    '{"n":10,"kind":"list","group":"small"} after setup of 4\n' +
      '{"n":20,"kind":"list","group":"small"} after setup of 4\n' +
      '{"n":1000,"depth":1,"group":"large"} after setup of 4\n' +
      '{"n":1000,"depth":2,"group":"large"} after setup of 4\n',
  );
  assert.match(
    start('grouped.js', [], { NODE_RUN_BENCHMARK_GROUPS: 'large' }).stderr,
    /^(\{"n":1000.*\n){2}$/,
  );
  assert.match(
    start('grouped.js', [], { NODE_RUN_BENCHMARK_GROUPS: 'larg' }).stderr,
    /no group "larg", expected one of small, large/,
  );
});

test('values that are no strings, numbers or booleans of one type are refused by key', () => {
  const declare = (value: unknown) => () => createBenchmark(() => {}, { n: [1], key: value as string });
  assert.throws(declare([{}]), /^TypeError: configuration "key" had type object$/);
  assert.throws(declare([null]), /^TypeError: configuration "key" had type null$/);
  assert.throws(declare([1, 'a']), /^TypeError: configuration "key" had mixed types$/);
  assert.throws(
    () => createBenchmark(() => {}, { n: [1] }, { combinationFilter: (() => 1) as never }),
    /^TypeError: Combination filter must always return a boolean$/,
  );
});

interface Message {
  readonly type: string;
  readonly [key: string]: unknown;
}

async function messagesOf(file: string, args: string[], environment: NodeJS.ProcessEnv): Promise<Message[]> {
  const messages: Message[] = [];
  const child = fork(path.join(CATEGORY, file), args, {
    env: { ...process.env, ...environment },
    silent: true,
  });
  child.on('message', (message) => messages.push(message as Message));
  await new Promise((resolve) => child.on('close', resolve));
  return messages;
}

test('with a parent the root pass announces itself and hands reports on; time is a text of nine decimals', async () => {
  const messages = await messagesOf('extra.js', ['n=5'], {});
  assert.deepEqual(messages[0], { type: 'config', name: 'category/extra.js', queueLength: 2, setup: false });
  assert.equal(messages.length, 3);
  const { rate, time, conf, name } = messages[1]!;
  assert.deepEqual([name, conf], ['category/extra.js', { n: 5, mode: 'fast', flag: true }]);
  assert.match(time as string, /^\d+\.\d{9}$/);
  assert.ok(Math.abs((rate as number) * Number(time) - 5) < 1e-9);
});

test('a process that leaked handles ends some seconds after its report', async () => {
  const startedAt = Date.now();
  const messages = await messagesOf('leaky.js', [], { NODE_RUN_BENCHMARK_FN: '' });
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['report'],
  );
  assert.ok(Date.now() - startedAt > 4500);
});

for (const major of [14, 22, 26]) {
  test(`the harness runs on Node ${major}`, { skip: skipWithout(major) }, () => {
    const { stdout, stderr, status } = start('extra.js', ['n=5'], {}, nodeOfMajor(major)!);
    assert.equal(status, 0, stderr);
    assert.equal(stdout.split('\n').length, 3);
    const failing = start('misuse.js', ['how=end-twice'], {}, nodeOfMajor(major)!);
    assert.equal(failing.status, 1);
  });
}
