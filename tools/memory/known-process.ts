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
  /** Between fork and exec a process shows its parent's command line and memory. */
  private looksForked = false;

  /** Throws when the process is gone or may not be read. */
  constructor(procRoot: string, pid: number, parent: KnownProcess | null) {
    this.pid = pid;
    this.directory = `${procRoot}/${pid}`;
    this.status = openSync(`${this.directory}/status`, 'r');
    try {
      this.cmdline = openSync(`${this.directory}/cmdline`, 'r');
      this.refreshLabel();
    } catch (error) {
      this.close();
      throw error;
    }
    this.looksForked = parent !== null && parent.exe === this.exe && parent.commandLine === this.commandLine;
  }

  /**
   * Its memory now; null for a zombie, and at the first read of a process that looks as its parent does: it may be about
   * to exec. Throws when the process is gone.
   */
  read(): StatusMemory | null {
    if (this.looksForked) {
      this.looksForked = false;
      return null;
    }
    const status = readBeginning(this.status, 'latin1');
    if (!status.startsWith(this.nameLine)) {
      this.nameLine = status.slice(0, status.indexOf('\n') + 1);
      this.refreshLabel();
    }
    return parseStatus(status);
  }

  /** Names it anew when its command line has changed: by an exec, or by a title it wrote. Throws when it is gone. */
  refreshLabel(): void {
    const text = readBeginning(this.cmdline, 'utf8');
    const isNamed = this.label !== '';
    // Empty for an instant while it executes a program, and for a zombie: it keeps its name.
    if (isNamed && (text === '' || text === this.commandLine)) return;
    this.commandLine = text;
    this.exe = orNull(() => readlinkSync(`${this.directory}/exe`));
    const cwd = orNull(() => readlinkSync(`${this.directory}/cwd`));
    this.label = labelProcess({ argv: parseCommandLine(text), exe: this.exe, cwd }, FILES);
  }

  close(): void {
    closeSync(this.status);
    if (this.cmdline !== -1) closeSync(this.cmdline);
  }
}
