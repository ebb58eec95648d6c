import type { Readable } from 'node:stream';
import type { Executor } from '../execute/executor';
import type { ForkExecutorOptions } from '../execute/fork-executor';
import { memorySupport } from '../memory/memory-support';
import { OutputError } from '../model/errors';
import type { Warning } from '../model/warning';
import { findNodeBinary, type NodeBinary, runningNode } from '../plan/node-binary';

/** A stream of text to a person or a program. */
export interface TextStream {
  readonly isTTY: boolean;
  /** Columns of the terminal; 80 where there is none. */
  readonly columns: number;
  /** Resolves when the text has been taken; rejects when the reader is gone. */
  write(text: string): Promise<void>;
}

/** Everything a tool reaches outside itself. Tests give it another. */
export interface Context {
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  /** What is piped into the tool. */
  stdin(): Readable;
  readonly environment: NodeJS.ProcessEnv;
  readonly workingDirectory: string;
  /** Node arguments given to the tool itself; the measured processes get them too, as a fork would hand them on. */
  readonly nodeArguments: readonly string[];
  /** Milliseconds, monotonic. */
  now(): number;
  /** A seed for runs that were not given one. */
  freshSeed(): string;
  createExecutor(options: ForkExecutorOptions): Promise<Executor>;
  /** Null when memory can be measured here; else the warning that says why not. */
  memorySupport(): Warning | null;
  /** The binary an option names; the running one for null. Throws a UsageError that names the option. */
  findNodeBinary(option: string, name: string | null): Promise<NodeBinary>;
}

function textStream(stream: NodeJS.WriteStream, name: string): TextStream {
  // A closed pipe is reported by the write it befalls; without a listener it would also end the process at once.
  stream.on('error', () => {});
  return {
    isTTY: stream.isTTY === true,
    columns: stream.columns || 80,
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => {
          if (!error) resolve();
          else if ((error as NodeJS.ErrnoException).code === 'EPIPE') reject(error);
          else reject(new OutputError(`writing to ${name} failed: ${error.message}`));
        });
      }),
  };
}

/** Whether a write failed because its reader is gone. */
export function isClosedPipe(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'EPIPE';
}

/** Prints a result. A reader that has left (`… | head`) changes nothing: the verdict is the exit code's to tell. */
export async function printResult(context: Context, text: string): Promise<void> {
  try {
    await context.stdout.write(text);
  } catch (error) {
    if (!isClosedPipe(error)) throw error;
  }
}

/** The real world. */
export function realContext(): Context {
  return {
    stdout: textStream(process.stdout, 'stdout'),
    stderr: textStream(process.stderr, 'stderr'),
    stdin: () => process.stdin,
    environment: process.env,
    workingDirectory: process.cwd(),
    nodeArguments: process.execArgv,
    // Not performance.now: its module takes 4 ms to load.
    now: () => Number(process.hrtime.bigint()) / 1e6,
    freshSeed: () => Math.floor(Math.random() * 2 ** 32).toString(),
    async createExecutor(options) {
      const { ForkExecutor } = await import('../execute/fork-executor.js');
      return new ForkExecutor(options);
    },
    memorySupport: () => memorySupport(),
    findNodeBinary: async (option, name) => (name === null ? runningNode() : findNodeBinary(option, name)),
  };
}
