import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { Watchdog } from './watchdog';

/** Seconds between SIGTERM and SIGKILL, and between the end of a process and giving up on its open pipes. */
const GRACE_MS = 5000;
const STDERR_KEPT = 64 * 1024;

export interface ProcessRequest {
  readonly binary: string;
  readonly arguments: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly workingDirectory?: string;
  /** CPU list for taskset; null lets the kernel choose. */
  readonly cpuset: string | null;
  /** Milliseconds until the process group is stopped; infinite when it is not bounded. */
  readonly timeoutMs: number;
  /** Whether what the process prints is passed on to the driver's stderr. */
  readonly showOutput: boolean;
  /** Receives what the preload writes to descriptor 3, a pipe. */
  readonly onMessage: (message: { readonly type?: unknown }) => void;
}

/** How a process ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly timedOut: boolean;
  /** Set when the process could not be started. */
  readonly error: Error | null;
  /** The last 64 KiB of its stderr. */
  readonly stderr: string;
}

const live = new Set<MeasuredProcess>();
const watchdog = new Watchdog();

function watchLive(): void {
  watchdog.watch([...live].flatMap(({ pid }) => pid ?? []));
}

// The driver's last act, of which the watchdog is the understudy: no process of a run outlives it.
process.on('exit', () => {
  if (live.size === 0) return;
  for (const measured of live) measured.signalGroup('SIGKILL');
  live.clear();
  watchLive();
});

/** Hands on each message of a pipe, one a line; what is no message is none of the preload's. */
function readMessages(pipe: Readable, onMessage: ProcessRequest['onMessage']): void {
  let rest = '';
  pipe.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      const message = parseMessage(line);
      if (message !== null) onMessage(message);
    }
  });
}

function parseMessage(line: string): { readonly type?: unknown } | null {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === 'object' ? message : null;
  } catch {
    return null;
  }
}

/** A process in a group of its own, with a pipe for messages, bounded in time; nothing is left when it has ended. */
export class MeasuredProcess {
  readonly ended: Promise<ProcessEnd>;
  private readonly child: ChildProcess;
  private readonly stderr: Buffer[] = [];
  private stderrBytes = 0;
  private timedOut = false;
  private killTimer: NodeJS.Timeout | undefined;

  constructor(request: ProcessRequest) {
    const pinned = request.cpuset !== null;
    const command = pinned ? 'taskset' : request.binary;
    const args = pinned
      ? ['-c', request.cpuset as string, request.binary, ...request.arguments]
      : [...request.arguments];
    this.child = spawn(command, args, {
      cwd: request.workingDirectory,
      env: request.environment,
      // A group of its own: a time-out reaches the processes it started too, and Ctrl-C reaches only the driver.
      detached: true,
      stdio: ['ignore', request.showOutput ? 2 : 'ignore', 'pipe', 'pipe'],
    });
    live.add(this);
    watchLive();
    // A process that could not be started for want of descriptors has none of its own.
    const reports = this.child.stdio?.[3] as Readable | null | undefined;
    if (reports) readMessages(reports, request.onMessage);
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.keepStderr(chunk);
      if (request.showOutput) process.stderr.write(chunk);
    });
    const timer = Number.isFinite(request.timeoutMs)
      ? setTimeout(() => {
          this.timedOut = true;
          this.stop();
        }, request.timeoutMs)
      : undefined;

    this.ended = new Promise((resolve) => {
      let drainTimer: NodeJS.Timeout | undefined;
      const finish = (code: number | null, signal: NodeJS.Signals | null, error: Error | null) => {
        clearTimeout(timer);
        clearTimeout(this.killTimer);
        clearTimeout(drainTimer);
        live.delete(this);
        watchLive();
        const stderr = Buffer.concat(this.stderr).subarray(-STDERR_KEPT).toString();
        resolve({ code, signal, error, stderr, timedOut: this.timedOut });
      };
      this.child.on('error', (error) => {
        if (this.child.pid === undefined) finish(null, null, error);
      });
      this.child.on('exit', (code, signal) => {
        // What the process left behind in its group would disturb the next measurement.
        this.signalGroup('SIGKILL');
        drainTimer = setTimeout(() => {
          // A process that left the group holds a pipe open; it must not hold up the run.
          this.child.stderr?.destroy();
          reports?.destroy();
          finish(code, signal, null);
        }, GRACE_MS);
      });
      this.child.on('close', (code, signal) => finish(code, signal, null));
    });
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Asks the process itself to end, if it has not. */
  release(): void {
    this.child.kill('SIGTERM');
  }

  /** Asks the whole group to end, and ends it after `graceMs`. */
  stop(graceMs = GRACE_MS): void {
    this.signalGroup('SIGTERM');
    clearTimeout(this.killTimer);
    this.killTimer = setTimeout(() => this.signalGroup('SIGKILL'), graceMs);
  }

  signalGroup(signal: NodeJS.Signals): void {
    if (this.child.pid === undefined) return;
    try {
      process.kill(-this.child.pid, signal);
    } catch {
      // The group is gone, which is what was wanted.
    }
  }

  private keepStderr(chunk: Buffer): void {
    this.stderr.push(chunk);
    this.stderrBytes += chunk.length;
    while (this.stderrBytes - (this.stderr[0]?.length ?? 0) >= STDERR_KEPT) {
      this.stderrBytes -= this.stderr.shift()!.length;
    }
  }
}
