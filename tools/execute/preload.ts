/*
 * Loaded with --require into every process the driver starts. It acts only where the driver addressed it, through an
 * environment variable that it deletes, so children and workers of a benchmark run as if it were not there.
 * Like the harness it is measured itself: no dependency, ES2020, Node 14.
 */

/** What the driver asks of the preload, in this environment variable: `discover` or `measure`, `:`, the driver's pid. */
export const PRELOAD_VARIABLE = 'COREBENCH_PRELOAD';

/** An environment variable that is only there for its size. */
export const PADDING_VARIABLE = 'COREBENCH_PADDING';

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

type Send = (...all: unknown[]) => boolean;

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
  const send = process.send!.bind(process) as Send;
  let expected = Number.POSITIVE_INFINITY;
  let hasSetup = true;
  let told = false;

  const tell = () => {
    if (told || !process.connected) return;
    told = true;
    const message: DiscoveryMessage = { type: 'corebench:discovery', children, hasSetup };
    process.on('message', (order: { type?: string }) => {
      if (order?.type === 'corebench:release') process.exit(0);
    });
    process.on('disconnect', () => process.exit(0));
    send(message);
  };

  process.send = ((message: { type?: string; queueLength?: number; setup?: boolean }, ...rest: unknown[]) => {
    if (message?.type === 'config' && typeof message.queueLength === 'number') {
      expected = message.queueLength;
      hasSetup = message.setup !== false;
    }
    return send(message, ...rest);
  }) as typeof process.send;

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

/** The pipe to the driver. Node.js does not hand it on to children. */
const REPORT_DESCRIPTOR = 3;

/**
 * Function pass: what the benchmark sends its parent goes through a pipe, for an IPC channel takes the process some
 * 10 ms and modules that a benchmark run by itself would not have. On exit the process says what it used.
 */
function measure(driver: number): void {
  // The driver was killed before its watchdog knew of this process.
  if (process.ppid !== driver) process.exit(1);
  const fs = require('fs') as typeof import('fs');
  const write = (message: unknown) => {
    if (process.connected) fs.writeSync(REPORT_DESCRIPTOR, `${JSON.stringify(message)}\n`);
  };
  process.connected = true;
  process.send = ((message: unknown, ...rest: unknown[]) => {
    write(message);
    const done = rest.find((argument) => typeof argument === 'function');
    if (done !== undefined) process.nextTick(done as (error: null) => void, null);
    return true;
  }) as typeof process.send;
  process.disconnect = () => {
    process.connected = false;
  };
  process.on('exit', () => {
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
  if (process.send && purpose === 'discover') discover();
  if (purpose === 'measure') measure(Number(driver));
}
