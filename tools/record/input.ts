import { createReadStream } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { UsageError } from '../model/errors';

/** Where data is read from, piece by piece. */
export interface Input {
  /** What errors call it. */
  readonly name: string;
  chunks(): AsyncIterable<Buffer>;
}

/** A stream that is open already, such as stdin. Reading it throws an AbortError when `signal` asks to stop. */
export function streamInput(name: string, open: () => Readable, signal: AbortSignal): Input {
  return { name, chunks: () => addAbortSignal(signal, open()) };
}

/**
 * A file, or its first `length` bytes, opened when it is read. Reading it throws a UsageError when it cannot be read, and an AbortError when
 * `signal` asks to stop.
 */
export function fileInput(name: string, path: string, signal: AbortSignal, length?: number): Input {
  return {
    name,
    async *chunks() {
      if (length === 0) return;
      try {
        yield* createReadStream(path, { signal, ...(length !== undefined && { end: length - 1 }) });
      } catch (error) {
        if (signal.aborted) throw error;
        throw new UsageError(`${name} cannot be read: ${(error as Error).message}`);
      }
    },
  };
}
