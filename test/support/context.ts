import { Readable } from 'node:stream';
import type { Context, TextStream } from '../../tools/cli/context';
import type { Executor } from '../../tools/execute/executor';

export interface RecordedStream extends TextStream {
  /** Everything written so far. */
  readonly text: () => string;
}

export function recordedStream(isTTY = false, columns = 80): RecordedStream {
  let all = '';
  return {
    isTTY,
    columns,
    text: () => all,
    async write(text) {
      all += text;
    },
  };
}

export interface TestContext extends Context {
  readonly stdout: RecordedStream;
  readonly stderr: RecordedStream;
}

/** A world in which every job is answered by `executor` and a millisecond passes with every look at the clock. */
export function testContext(executor: Executor, parts: Partial<TestContext> = {}): TestContext {
  let now = 0;
  return {
    stdout: recordedStream(),
    stderr: recordedStream(),
    stdin: () => Readable.from([]),
    environment: {},
    workingDirectory: process.cwd(),
    nodeArguments: [],
    now: () => now++,
    freshSeed: () => '1',
    createExecutor: async () => executor,
    memorySupport: () => null,
    findNodeBinary: async () => ({ path: '/bin/node', version: 'v22.18.0', stripsTypes: false }),
    ...parts,
  };
}
