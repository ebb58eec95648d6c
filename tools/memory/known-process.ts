import { closeSync, existsSync, openSync, readlinkSync, realpathSync } from 'node:fs';
import { type FileLookup, labelProcess } from './label-process';
import { parseCommandLine, parseStatus, type StatusMemory } from './parse-proc';
import { readBeginning } from './read-proc';

const FILES: FileLookup = {
  exists: existsSync,
  resolve: (path) => orNull(() => realpathSync(path)),
};

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/**
 * One process of the tree, read through two descriptors that stay open. A kept descriptor fails with ESRCH once its
 * process is gone, so that another process with the same pid is never read; both survive an exec.
 */
export class KnownProcess {
  readonly pid: number;
  private readonly directory: string;
  private readonly status: number;
  private cmdline = -1;
  private commandLine = '';
  private exe: string | null = null;
  /** The name it is to be shown under. */
  label = '';
  /**
   * The first line of its status as last read; none at first. Most execs and titles change it, and so show at the next
   * reading and not only at the next discovery.
   */
  private nameLine = '\n';
  /** Whether it was met while being forked or executed; such a process counts from its second read on. */
  private isUnsettled = true;

  /** Throws when the process is gone or may not be read. */
  constructor(procRoot: string, pid: number, parent: KnownProcess | null) {
    this.pid = pid;
    this.directory = `${procRoot}/${pid}`;
    this.status = openSync(`${this.directory}/status`, 'r');
    try {
      this.cmdline = openSync(`${this.directory}/cmdline`, 'r');
      // Between fork and exec it shows its parent's command line and memory, and then for an instant no command line.
      this.isUnsettled = !this.refreshLabel() || this.looksLike(parent);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Its memory now; null for a zombie, and at the first read of an unsettled process. Throws when it is gone. */
  read(): StatusMemory | null {
    if (this.isUnsettled) {
      this.isUnsettled = false;
      return null;
    }
    const status = readBeginning(this.status, 'latin1');
    if (!status.startsWith(this.nameLine) && this.refreshLabel()) {
      this.nameLine = status.slice(0, status.indexOf('\n') + 1);
    }
    return parseStatus(status);
  }

  /**
   * Names it anew when its command line has changed: by an exec, or by a title it wrote. Answers whether there is a command
   * line: a zombie has none, nor has a process that is being executed; they keep their names. Throws when it is gone.
   */
  refreshLabel(): boolean {
    const text = readBeginning(this.cmdline, 'utf8');
    const isUnnamed = this.label === '';
    if (isUnnamed || (text !== '' && text !== this.commandLine)) {
      this.commandLine = text;
      this.exe = orNull(() => readlinkSync(`${this.directory}/exe`));
      const cwd = orNull(() => readlinkSync(`${this.directory}/cwd`));
      this.label = labelProcess({ argv: parseCommandLine(text), exe: this.exe, cwd }, FILES);
    }
    return text !== '';
  }

  close(): void {
    closeSync(this.status);
    if (this.cmdline !== -1) closeSync(this.cmdline);
  }

  private looksLike(parent: KnownProcess | null): boolean {
    return parent !== null && parent.exe === this.exe && parent.commandLine === this.commandLine;
  }
}
