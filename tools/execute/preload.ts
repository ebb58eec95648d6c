/*
 * Loaded with --require into every process the driver starts. It acts only where the driver addressed it, through an
 * environment variable that it deletes, so children and workers of a benchmark run as if it were not there.
 * Like the harness it is measured itself: no dependency, ES2020, Node 14.
 */

/** What the driver asks of the preload, in this environment variable: `discover` or `measure`, `:`, the driver's pid. */
export const PRELOAD_VARIABLE = 'COREBENCH_PRELOAD';

/** An environment variable that is only there for its size. */
export const PADDING_VARIABLE = 'COREBENCH_PADDING';

interface Message {
  readonly type?: string;
  readonly queueLength?: number;
  readonly setup?: boolean;
}

/** A process the root pass would have started. */
export interface DiscoveredChild {
  readonly arguments: readonly string[];
  readonly nodeArguments: readonly string[];
}

/** The root pass is complete: these are the configurations. */
export interface DiscoveryMessage {
  readonly type: 'corebench:discovery';
  readonly children: readonly DiscoveredChild[];
  /** False when the harness says that the benchmark has no `setup`. */
  readonly hasSetup: boolean;
}

/** The pipe to the driver. Node.js does not hand it on to children. */
const REPORT_DESCRIPTOR = 3;

function write(message: unknown): void {
  const { writeSync } = require('fs') as typeof import('fs');
  let left = Buffer.from(`${JSON.stringify(message)}\n`);
  while (left.length > 0) left = left.subarray(writeSync(REPORT_DESCRIPTOR, left));
}

/**
 * Gives the process what child_process.fork would have given it, by the pipe: an IPC channel takes a process some 10 ms to
 * set up, and modules that a benchmark run by itself would not have. `taken` gets each message first.
 */
function replaceChannel(taken: (message: Message) => void): void {
  process.connected = true;
  process.send = ((message: Message, ...rest: unknown[]) => {
    taken(message);
    if (process.connected) write(message);
    const done = rest.find((argument) => typeof argument === 'function');
    if (done !== undefined) process.nextTick(done as (error: null) => void, null);
    return true;
  }) as typeof process.send;
  process.disconnect = () => {
    process.connected = false;
  };
}

function forgetPreload(): void {
  const at = process.execArgv.indexOf('--require');
  if (at !== -1 && process.execArgv[at + 1] === __filename) process.execArgv.splice(at, 2);
}

/**
 * Root pass: records each child that the harness forks and answers with one that ends well at once, sends the list
 * when the harness is through, and stays until the driver lets go.
 */
function discover(): void {
  const childProcess = require('child_process') as typeof import('child_process');
  const { EventEmitter } = require('events') as typeof import('events');
  const children: DiscoveredChild[] = [];
  let expected = Number.POSITIVE_INFINITY;
  let hasSetup = true;
  let told = false;

  const tell = () => {
    if (told) return;
    told = true;
    // Stays until the driver says that what setup made is not needed any more.
    setInterval(() => {}, 2 ** 30);
    process.on('SIGTERM', () => process.exit(0));
    const message: DiscoveryMessage = { type: 'corebench:discovery', children, hasSetup };
    write(message);
  };

  replaceChannel((message) => {
    if (message?.type !== 'config' || typeof message.queueLength !== 'number') return;
    expected = message.queueLength;
    hasSetup = message.setup !== false;
  });

  childProcess.fork = ((
    _file: string,
    second?: readonly string[] | { execArgv?: readonly string[] },
    third?: { execArgv?: readonly string[] },
  ) => {
    const args = Array.isArray(second) ? (second as readonly string[]) : [];
    const options =
      third ?? (Array.isArray(second) ? {} : (second as { execArgv?: readonly string[] })) ?? {};
    children.push({
      arguments: args.map(String),
      nodeArguments: [...(options.execArgv ?? process.execArgv)],
    });
    const child = Object.assign(new EventEmitter(), {
      pid: process.pid,
      connected: false,
      exitCode: null,
      signalCode: null,
      stdin: null,
      stdout: null,
      stderr: null,
      send: () => false,
      kill: () => true,
      disconnect() {},
      ref() {},
      unref() {},
    });
    setImmediate(() => {
      child.emit('exit', 0, null);
      child.emit('close', 0, null);
      if (children.length >= expected) setImmediate(tell);
    });
    return child;
  }) as unknown as typeof childProcess.fork;
  // Modules that import { fork } by name hold a copy, taken from here on.
  (require('module') as { syncBuiltinESMExports?(): void }).syncBuiltinESMExports?.();

  process.on('beforeExit', tell);
  process.on('exit', (code) => {
    if (code === 0) tell();
  });
}

/** `VmHWM` and `VmRSS` of this process in KiB; zeros where there is no /proc. */
function readMemory(): { vmHwmKib: number; vmRssKib: number } {
  try {
    const status = (require('fs') as typeof import('fs')).readFileSync('/proc/self/status', 'latin1');
    const kib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
    return { vmHwmKib: kib('VmHWM'), vmRssKib: kib('VmRSS') };
  } catch {
    return { vmHwmKib: 0, vmRssKib: 0 };
  }
}

/** Function pass: on exit the process says what it used. */
function measure(): void {
  replaceChannel(() => {});
  process.on('exit', () => {
    if (!process.connected) return;
    const usage = process.resourceUsage();
    const heap = process.memoryUsage();
    write({
      type: 'corebench:exit',
      // VmHWM, not ru_maxrss: the latter survives exec, so a child reports at least its parent's peak.
      ...readMemory(),
      heapUsed: heap.heapUsed,
      external: heap.external,
      userMicros: usage.userCPUTime,
      systemMicros: usage.systemCPUTime,
      minorFaults: usage.minorPageFault,
      majorFaults: usage.majorPageFault,
      involuntarySwitches: usage.involuntaryContextSwitches,
    });
  });
}

const address = process.env[PRELOAD_VARIABLE];
if (address !== undefined) {
  delete process.env[PRELOAD_VARIABLE];
  delete process.env[PADDING_VARIABLE];
  forgetPreload();
  const [purpose, driver] = address.split(':');
  // The driver was killed before its watchdog knew of this process.
  if (process.ppid !== Number(driver)) process.exit(1);
  if (purpose === 'discover') discover();
  if (purpose === 'measure') measure();
}
