import { closeSync, fsyncSync, openSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { OutputError, UsageError } from '../model/errors';

/** Where measured data goes, line by line. A line is with the kernel when `write` has returned or resolved. */
export interface Output {
  /** Throws an OutputError, or rejects with one, when the text cannot be written. */
  write(text: string): void | Promise<void>;
  close(): void;
  /** Closes it, and removes the file if it was made for this run: nothing will be measured after all. */
  discard?(): void;
}

/** An output on a disk. */
export interface FileOutput extends Output {
  write(text: string | Uint8Array): void;
  /** Returns when everything written is on the disk. */
  sync(): void;
}

/** Whether nothing can be lost by writing to what is there: a device such as /dev/null, or an empty file. */
function holdsNothing(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined || stats.isDirectory()) return false;
  return !stats.isFile() || stats.size === 0;
}

/** How a file is opened: one that exists is refused (`create`), emptied (`overwrite`) or written on (`append`). */
export type OpenMode = 'create' | 'overwrite' | 'append';

const FLAGS = { create: 'wx', overwrite: 'w', append: 'a' } as const;

/**
 * Opens a file for writing. One that exists may hold hours of measurement: it is overwritten only when `mode` says so.
 * Throws a UsageError that names `option` and the reason when the file cannot be opened.
 */
export function openOutputFile(option: string, file: string, mode: OpenMode): FileOutput {
  let descriptor: number;
  try {
    descriptor = openSync(file, holdsNothing(file) ? 'w' : FLAGS[mode]);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') {
      throw new UsageError(`${option}: "${file}" exists; name another file, or pass --force to overwrite it`);
    }
    throw new UsageError(`${option}: "${file}" cannot be written: ${message}`);
  }
  const attempt = (action: () => void) => {
    try {
      action();
    } catch (error) {
      throw new OutputError(`${option}: writing "${file}" failed: ${(error as Error).message}`);
    }
  };
  return {
    write(text) {
      attempt(() => {
        for (let rest: Uint8Array = Buffer.from(text); rest.length > 0; )
          rest = rest.subarray(writeSync(descriptor, rest));
      });
    },
    sync() {
      attempt(() => {
        try {
          fsyncSync(descriptor);
        } catch (error) {
          // What is no file on a disk has nothing to sync.
          if (!['EINVAL', 'ENOTSUP', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? ''))
            throw error;
        }
      });
    },
    close() {
      closeSync(descriptor);
    },
    discard() {
      closeSync(descriptor);
      if (mode === 'create' && statSync(file).isFile()) unlinkSync(file);
    },
  };
}
