import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
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

/** A block stays in the processor's cache while it is parsed. */
const BLOCK_BYTES = 1 << 16;
const BLOCKS_A_TURN = 16;

/**
 * The bytes of a regular file, read while the program waits: the detour through the thread pool that a stream takes
 * would cost a tenth of the time of analysing a large file. The event loop has its turn between blocks, for Ctrl-C.
 */
async function* blocksOf(descriptor: number, length: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  let left = length;
  for (let blocks = 1; left > 0; blocks++) {
    signal.throwIfAborted();
    const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, left));
    const size = readSync(descriptor, block);
    if (size === 0) return;
    left -= size;
    yield block.subarray(0, size);
    if (blocks % BLOCKS_A_TURN === 0) await setImmediate();
  }
}

/**
 * A file, or its first `length` bytes, opened when it is read. Reading it throws a UsageError when it cannot be read,
 * and an AbortError when `signal` asks to stop.
 */
export function fileInput(
  name: string,
  path: string,
  signal: AbortSignal,
  length = Number.POSITIVE_INFINITY,
): Input {
  return {
    name,
    async *chunks() {
      let descriptor: number | undefined;
      try {
        descriptor = openSync(path, 'r');
        if (fstatSync(descriptor).isFile()) {
          yield* blocksOf(descriptor, length, signal);
        } else {
          // A pipe (`<(…)`), which may keep one waiting.
          yield* createReadStream('', { fd: descriptor, autoClose: false, signal, end: length - 1 });
        }
      } catch (error) {
        if (signal.aborted) throw error;
        throw new UsageError(`${name} cannot be read: ${(error as Error).message}`);
      } finally {
        if (descriptor !== undefined) closeSync(descriptor);
      }
    },
  };
}
