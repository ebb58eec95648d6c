import { closeSync, openSync, writeSync } from 'node:fs';
import { UsageError } from '../model/errors';

/** Where measured data goes, line by line. A line is with the kernel when `write` has returned or resolved. */
export interface Output {
  write(text: string): void | Promise<void>;
  close(): void;
}

/**
 * Opens a file for writing, refusing one that exists unless `force` says otherwise: it may hold hours of measurement.
 * Throws a UsageError that names `option` and the reason when the file cannot be written.
 */
export function openOutputFile(option: string, file: string, force: boolean): Output {
  let descriptor: number;
  try {
    descriptor = openSync(file, force ? 'w' : 'wx');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') {
      throw new UsageError(`${option}: "${file}" exists; name another file, or pass --force to overwrite it`);
    }
    throw new UsageError(`${option}: "${file}" cannot be written: ${message}`);
  }
  return {
    write(text) {
      try {
        for (let rest = Buffer.from(text); rest.length > 0; )
          rest = rest.subarray(writeSync(descriptor, rest));
      } catch (error) {
        throw new UsageError(`${option}: writing "${file}" failed: ${(error as Error).message}`);
      }
    },
    close() {
      closeSync(descriptor);
    },
  };
}
