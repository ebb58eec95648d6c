import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { OutputError, UsageError } from '../model/errors';
import type { Output } from './output';

/**
 * Opens the file that an earlier, unfinished run has written, for a run that writes the same again from the beginning
 * and then more. What the file has must be the beginning of what is written, byte for byte, or the write throws an
 * OutputError: so nothing of another run is lost, and nothing is there twice. Null when there is no such file.
 */
export function continueOutputFile(option: string, file: string): Output | null {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r+');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new UsageError(`${option}: "${file}" cannot be written: ${message}`);
  }
  let size = fstatSync(descriptor).isFile() ? fstatSync(descriptor).size : 0;
  let position = 0;
  let writes = 0;
  const linesBehind = () => {
    const piece = Buffer.alloc(Math.min(size - position, 1 << 16));
    readSync(descriptor, piece, 0, piece.length, position);
    return piece.toString('latin1').split('\n').length - 1;
  };
  return {
    write(text) {
      writes++;
      const bytes = Buffer.from(text);
      const known = Buffer.alloc(Math.max(0, Math.min(size - position, bytes.length)));
      try {
        readSync(descriptor, known, 0, known.length, position);
        if (known.equals(bytes.subarray(0, known.length))) {
          let done = known.length;
          while (done < bytes.length) {
            done += writeSync(descriptor, bytes, done, bytes.length - done, position + done);
          }
          position += bytes.length;
          return;
        }
      } catch (error) {
        throw new OutputError(`${option}: writing "${file}" failed: ${(error as Error).message}`);
      }
      throw new OutputError(
        `${option}: "${file}" exists and does not begin with the samples of this run; name another file`,
      );
    },
    cutHere() {
      if (size <= position) return;
      // Behind a header alone may stand another run; the recording lacks at most the block that a full disk cut off.
      if (writes <= 1 && linesBehind() > 2) return;
      try {
        ftruncateSync(descriptor, position);
      } catch (error) {
        throw new OutputError(`${option}: writing "${file}" failed: ${(error as Error).message}`);
      }
      size = position;
    },
    close() {
      closeSync(descriptor);
    },
  };
}
