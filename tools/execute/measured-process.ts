import { type ChildProcess, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { Watchdog } from './watchdog';

/** Milliseconds between SIGTERM and SIGKILL. */
const GRACE_MS = 5000;
/**
 * What a process wrote is in its pipes when it has ended, and they are closed but where another process holds them open:
 * they are given up when nothing has come from them for so many milliseconds.
 */
const DRAIN_MS = 200;
const OUTPUT_KEPT = 64 * 1024;

export interface ProcessRequest {
  readonly binary: string;
  readonly arguments: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly workingDirectory?: string;
  /** CPU list for taskset; null lets the kernel choose. */
  readonly cpuset: string | null;
  /** Milliseconds until the process group is stopped; infinite when it is not bounded. */
  readonly timeoutMs: number;
  /** Milliseconds between SIGTERM and SIGKILL at the time-out; 5000 when absent. */
  readonly graceMs?: number;
  /** What becomes of its stdout: passed on to the driver's stderr (its stderr too), kept, or neither. */
  readonly output: 'show' | 'keep' | 'drop';
  /** Receives what the preload writes to descriptor 3, a pipe; without it there is no such descriptor. */
  readonly onMessage?: (message: { readonly type?: unknown }) => void;
  readonly umask?: number | undefined;
  /** The priority as os.setPriority takes it. */
  readonly niceness?: number | undefined;
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
  /** The last 64 KiB of its stdout; empty unless it was to be kept. */
  readonly stdout: string;
}

const live = new Set<MeasuredProcess>();
const watchdog = new Watchdog();

function watchLive(): void {
  watchdog.watch([...live].flatMap(({ pid }) => pid ?? []));
}

// No process of a run outlives the driver; where the driver is killed, the watchdog sees to that.
process.on('exit', () => {
  if (live.size === 0) return;
  for (const measured of live) measured.signalGroup('SIGKILL');
  live.clear();
  watchLive();
});

/** Hands on each message of a pipe, one a line; what is no message is none of the preload's. */
function readMessages(pipe: Readable, onMessage: NonNullable<ProcessRequest['onMessage']>): void {
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

/** The end of what a stream gave. */
class Tail {
  private readonly chunks: Buffer[] = [];
  private bytes = 0;

  add(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    while (this.bytes - (this.chunks[0]?.length ?? 0) >= OUTPUT_KEPT) {
      this.bytes -= this.chunks.shift()!.length;
    }
  }

  text(): string {
    return Buffer.concat(this.chunks).subarray(-OUTPUT_KEPT).toString();
  }
}

/** Starts the process. Throws what spawn throws: for arguments that are too long or hold a NUL. */
function start(request: ProcessRequest): ChildProcess {
  const pinned = request.cpuset !== null;
  const command = pinned ? 'taskset' : request.binary;
  const args = pinned
    ? ['-c', request.cpuset as string, request.binary, ...request.arguments]
    : [...request.arguments];
  const stdout = { show: 2, keep: 'pipe', drop: 'ignore' } as const;
  const umask = request.umask === undefined ? undefined : process.umask(request.umask);
  try {
    const child = spawn(command, args, {
      cwd: request.workingDirectory,
      env: request.environment,
      // A group of its own: a time-out reaches the processes it started too, and Ctrl-C reaches only the driver.
      detached: true,
      stdio: [
        'ignore',
        stdout[request.output],
        'pipe',
        ...(request.onMessage === undefined ? [] : (['pipe'] as const)),
      ],
    });
    if (request.niceness !== undefined && child.pid !== undefined) setPriority(child.pid, request.niceness);
    return child;
  } finally {
    if (umask !== undefined) process.umask(umask);
  }
}

/** A process in a group of its own, with a pipe for messages, bounded in time; nothing is left when it has ended. */
export class MeasuredProcess {
  readonly ended: Promise<ProcessEnd>;
  /** Null when it could not be started. */
  private readonly child: ChildProcess | null;
  private readonly stdout = new Tail();
  private readonly stderr = new Tail();
  private timedOut = false;
  private killTimer: NodeJS.Timeout | undefined;

  constructor(private readonly request: ProcessRequest) {
    let child: ChildProcess;
    try {
      child = start(request);
    } catch (error) {
      this.child = null;
      this.ended = Promise.resolve(this.end(null, null, error as Error));
      return;
    }
    this.child = child;
    live.add(this);
    watchLive();
    this.ended = this.follow(child);
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Asks the process itself to end, if it has not. */
  release(): void {
    this.child?.kill('SIGTERM');
  }

  /** Asks the whole group to end, and ends it after `graceMs`. */
  stop(graceMs = GRACE_MS): void {
    this.signalGroup('SIGTERM');
    clearTimeout(this.killTimer);
    this.killTimer = setTimeout(() => this.signalGroup('SIGKILL'), graceMs);
  }

  signalGroup(signal: NodeJS.Signals): void {
    if (this.pid === undefined) return;
    try {
      process.kill(-this.pid, signal);
    } catch {
      // The group is gone, which is what was wanted.
    }
  }

  private follow(child: ChildProcess): Promise<ProcessEnd> {
    const { request } = this;
    // A process that could not be started for want of descriptors has no streams.
    const reports = child.stdio?.[3] as Readable | null | undefined;
    const streams = [child.stdout, child.stderr, reports].filter((stream) => stream != null);
    if (reports && request.onMessage !== undefined) readMessages(reports, request.onMessage);
    child.stdout?.on('data', (chunk: Buffer) => this.stdout.add(chunk));
    child.stderr?.on('data', (chunk: Buffer) => {
      this.stderr.add(chunk);
      if (request.output === 'show') process.stderr.write(chunk);
    });
    const timer = Number.isFinite(request.timeoutMs)
      ? setTimeout(() => {
          this.timedOut = true;
          this.stop(request.graceMs);
        }, request.timeoutMs)
      : undefined;
    return new Promise((resolve) => {
      let drainTimer: NodeJS.Timeout | undefined;
      const finish = (code: number | null, signal: NodeJS.Signals | null, error: Error | null) => {
        clearTimeout(timer);
        clearTimeout(this.killTimer);
        clearTimeout(drainTimer);
        live.delete(this);
        watchLive();
        resolve(this.end(code, signal, error));
      };
      child.on('error', (error) => {
        if (child.pid === undefined) finish(null, null, error);
      });
      child.on('exit', (code, signal) => {
        clearTimeout(timer);
        // What the process left behind in its group would disturb the next measurement.
        this.signalGroup('SIGKILL');
        drainTimer = setTimeout(() => {
          // A process that left the group holds a pipe open; it must not hold up the run.
          for (const stream of streams) stream.destroy();
          finish(code, signal, null);
        }, DRAIN_MS);
        const patientUntil = Date.now() + GRACE_MS;
        const wait = () => {
          if (Date.now() < patientUntil) drainTimer?.refresh();
        };
        for (const stream of streams) stream.on('data', wait);
      });
      child.on('close', (code, signal) => finish(code, signal, null));
    });
  }

  private end(code: number | null, signal: NodeJS.Signals | null, error: Error | null): ProcessEnd {
    const { timedOut } = this;
    return { code, signal, error, timedOut, stdout: this.stdout.text(), stderr: this.stderr.text() };
  }
}
