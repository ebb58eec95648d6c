import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const live = new Set<string>();

/** A new directory for temporary files. */
export interface TemporaryDirectory {
  readonly path: string;
  /** Deletes it with all it holds; may be called again. */
  remove(): void;
}

/**
 * Makes a directory that is gone when `remove` was called or this process ends, by itself or by SIGINT, SIGTERM or SIGHUP.
 * Other handlers of these signals keep their say: only where there are none does the signal end the process, as it would have.
 */
export function createTemporaryDirectory(): TemporaryDirectory {
  const path = mkdtempSync(join(tmpdir(), 'corebench-'));
  if (live.size === 0) watchEnd();
  live.add(path);
  return {
    path,
    remove() {
      rmSync(path, { recursive: true, force: true });
      if (live.delete(path) && live.size === 0) unwatchEnd();
    },
  };
}

function watchEnd(): void {
  process.on('exit', removeAll);
  for (const signal of SIGNALS) process.on(signal, endBySignal);
}

function unwatchEnd(): void {
  process.off('exit', removeAll);
  for (const signal of SIGNALS) process.off(signal, endBySignal);
}

function removeAll(): void {
  for (const path of live) rmSync(path, { recursive: true, force: true });
}

function endBySignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return; // it will end the process, or not, as it sees fit; see 'exit'
  removeAll();
  unwatchEnd();
  process.kill(process.pid, signal);
}
