import { closeSync, openSync, readSync } from 'node:fs';

/** Every read goes through this one buffer; a status is 1.5 KiB, and of a command line the beginning is enough. */
const buffer = Buffer.allocUnsafeSlow(16 * 1024);

/** The beginning, up to 16 KiB, of an open file of /proc as it is now. */
export function readBeginning(descriptor: number, encoding: 'latin1' | 'utf8'): string {
  return buffer.toString(encoding, 0, readSync(descriptor, buffer, 0, buffer.length, 0));
}

/** A whole file of /proc, opened anew: half the time of fs.readFileSync, which asks for a size that /proc does not know. */
export function readWhole(path: string): string {
  const descriptor = openSync(path, 'r');
  try {
    let text = '';
    // The kernel gives a page at a time; the usual file here is empty, and one read says so.
    for (let length = -1; length !== 0; ) {
      length = readSync(descriptor, buffer, 0, buffer.length, null);
      text += buffer.toString('latin1', 0, length);
    }
    return text;
  } finally {
    closeSync(descriptor);
  }
}
