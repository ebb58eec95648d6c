import { readdirSync } from 'node:fs';
import { KnownProcess } from './known-process';
import type { MemoryRecorder } from './memory-record';
import { parseChildren } from './parse-proc';
import { readWhole } from './read-proc';

/** The living processes below a root, as far as they were discovered; each stays known until it is gone. */
export class ProcessTree {
  private readonly procRoot: string;
  private readonly rootPid: number;
  private readonly rootLabel: string | undefined;
  private readonly known = new Map<number, KnownProcess>();

  /** `rootLabel` replaces the label that the root's command line gives. Does not throw when the root is gone. */
  constructor(procRoot: string, rootPid: number, rootLabel?: string) {
    this.procRoot = procRoot;
    this.rootPid = rootPid;
    this.rootLabel = rootLabel;
    this.meet(rootPid, null);
  }

  /** Renames what has changed its command line and finds the new children of all known processes. */
  discover(): void {
    // First all names, so that a new child is compared with its parent as it is now; this also forgets the dead, whose
    // pid may be another's by now.
    for (const known of this.known.values()) this.ifAlive(known, () => known.refreshLabel());
    // A Map's iteration reaches the entries added meanwhile, and so their children.
    for (const known of this.known.values()) {
      for (const pid of this.childrenOf(known.pid)) {
        if (!this.known.has(pid)) this.meet(pid, known);
      }
    }
  }

  /** Adds a reading of every known process to the recorder and forgets those that are gone. */
  read(recorder: MemoryRecorder): void {
    for (const known of this.known.values()) {
      const memory = this.ifAlive(known, () => known.read());
      if (!memory) continue;
      const isRoot = known.pid === this.rootPid;
      const label = (isRoot ? this.rootLabel : undefined) ?? known.label;
      recorder.add({ label, isRoot, rssKib: memory.rssKib, hwmKib: memory.hwmKib });
    }
  }

  /** Closes all descriptors; the tree is not to be used afterwards. */
  close(): void {
    for (const known of this.known.values()) known.close();
  }

  private meet(pid: number, parent: KnownProcess | null): void {
    try {
      this.known.set(pid, new KnownProcess(this.procRoot, pid, parent));
    } catch {
      // Gone before it could be opened.
    }
  }

  private ifAlive<T>(known: KnownProcess, act: () => T): T | null {
    try {
      return act();
    } catch {
      known.close();
      this.known.delete(known.pid);
      return null;
    }
  }

  /** A process has the children of all its threads. */
  private childrenOf(pid: number): number[] {
    const tasks = `${this.procRoot}/${pid}/task`;
    try {
      return readdirSync(tasks).flatMap((tid) => {
        try {
          return parseChildren(readWhole(`${tasks}/${tid}/children`));
        } catch {
          return []; // this thread has ended
        }
      });
    } catch {
      return [];
    }
  }
}
