import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import * as path from 'node:path';
import { OutputError, UsageError } from '../model/errors';

/** Where measured data goes, line by line. A line is with the kernel when `write` has returned or resolved. */
export interface Output {
  /** Throws an OutputError, or rejects with one, when the text cannot be written. */
  write(text: string): void | Promise<void>;
  close(): void;
  /** Takes away what an earlier run wrote behind what has been written so far; absent where there is no earlier run. */
  cutHere?(): void;
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

/** What a file is, however it is spelled: device and inode where it exists, else its place in its real folder. */
export function fileIdentity(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
  if (stats !== undefined) return `${stats.dev}:${stats.ino}`;
  try {
    return path.join(realpathSync(path.dirname(file)), path.basename(file));
  } catch {
    return file;
  }
}

/** Throws a UsageError for two inputs that are one regular file: its samples would count twice. */
export function checkDistinctInputs(
  inputs: readonly { readonly name: string; readonly file: string }[],
  sort: 'file' | 'recording',
): void {
  const known = new Map<string, string>();
  for (const { name, file } of inputs) {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) continue;
    const identity = fileIdentity(file);
    const other = known.get(identity);
    if (other !== undefined) throw new UsageError(`${name} is the same ${sort} as ${other}`);
    known.set(identity, name);
  }
}

/**
 * Opens a file that appears whole or not at all: what is written goes to a temporary file beside it, which takes its
 * name when it is closed and is removed when it is discarded or a write has failed. Throws a UsageError that names
 * `option` for a file that holds something, unless `force`, and for one that is also read (`inputs`).
 */
export function openReplacingFile(
  option: string,
  file: string,
  { force, inputs }: { readonly force: boolean; readonly inputs: readonly string[] },
): FileOutput {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isFile()) return openOutputFile(option, file, 'overwrite');
  const identity = fileIdentity(file);
  if (inputs.some((input) => fileIdentity(input) === identity)) {
    throw new UsageError(`${option}: "${file}" is the file that is read; name another file`);
  }
  if (stats !== undefined && stats.size > 0 && !force) {
    throw new UsageError(`${option}: "${file}" exists; name another file, or pass --force to overwrite it`);
  }
  const target = stats === undefined ? file : realpathSync(file);
  const temporary = `${target}.${process.pid}.tmp`;
  const output = openOutputFile(option, temporary, 'overwrite');
  let failed = false;
  const noting = (action: () => void) => {
    try {
      action();
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  const discard = () => {
    output.close();
    unlinkSync(temporary);
  };
  return {
    write: (text) => noting(() => output.write(text)),
    sync: () => noting(() => output.sync()),
    close() {
      if (failed) {
        discard();
        return;
      }
      output.close();
      if (stats !== undefined) chmodSync(temporary, stats.mode & 0o7777);
      renameSync(temporary, target);
    },
    discard,
  };
}
