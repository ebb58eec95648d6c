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

/** What a process that the root pass forks has from it, where it is not what the root pass itself was started with. */
export interface Inherited {
  /** Variables by their names; null for one that is not there any more. */
  readonly environment: { readonly [name: string]: string | null };
  readonly workingDirectory?: string;
  readonly umask?: number;
  /** The priority as os.setPriority takes it. */
  readonly niceness?: number;
}

/** A process the root pass would have started. */
export interface DiscoveredChild {
  readonly arguments: readonly string[];
  readonly nodeArguments: readonly string[];
  readonly inherited: Inherited;
}

/** The root pass is complete: these are the configurations. */
export interface DiscoveryMessage {
  readonly type: 'corebench:discovery';
  readonly children: readonly DiscoveredChild[];
  /** False when the harness says that the benchmark has no `setup`. */
  readonly hasSetup: boolean;
}

/** The harness refused an argument (`--set`), or what the benchmark declares. */
export interface RefusalMessage {
  readonly type: 'corebench:refused';
  readonly what: 'ARGUMENT' | 'CONFIGURATION';
  readonly message: string;
}

/** Where a checkout is measured: JSON of the repository it was made from and the checkout, absolute paths. */
export const CHECKOUT_VARIABLE = 'COREBENCH_CHECKOUT';

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

interface ForkOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly execArgv?: readonly string[];
}

/** Gives what tells what a child forked at that moment would inherit, as it differs from now. */
function watchInherited(): (options: ForkOptions) => Inherited {
  const os = require('os') as typeof import('os');
  const before = { ...process.env };
  const folder = process.cwd();
  const mask = process.umask();
  const niceness = os.getPriority();
  return ({ cwd, env = process.env }) => {
    const environment: { [name: string]: string | null } = {};
    for (const name of new Set([...Object.keys(before), ...Object.keys(env)])) {
      if (name !== 'NODE_RUN_BENCHMARK_FN' && env[name] !== before[name]) {
        environment[name] = env[name] === undefined ? null : String(env[name]);
      }
    }
    const path = require('path') as typeof import('path');
    const newFolder = path.resolve(cwd === undefined ? '.' : String(cwd));
    const [newMask, newNiceness] = [process.umask(), os.getPriority()];
    return {
      environment,
      ...(newFolder === folder ? {} : { workingDirectory: newFolder }),
      ...(newMask === mask ? {} : { umask: newMask }),
      ...(newNiceness === niceness ? {} : { niceness: newNiceness }),
    };
  };
}

/**
 * Root pass: records each child that the harness forks and answers with one that ends well at once, sends the list
 * when the harness is through, and stays until the driver lets go.
 */
function discover(): void {
  const childProcess = require('child_process') as typeof import('child_process');
  const { EventEmitter } = require('events') as typeof import('events');
  const inheritedBy = watchInherited();
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

  childProcess.fork = ((_file: string, second?: readonly string[] | ForkOptions, third?: ForkOptions) => {
    const args = Array.isArray(second) ? (second as readonly string[]) : [];
    const options = third ?? (Array.isArray(second) ? {} : (second as ForkOptions)) ?? {};
    children.push({
      arguments: args.map(String),
      nodeArguments: [...(options.execArgv ?? process.execArgv)],
      inherited: inheritedBy(options),
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

  // A monitor, since a handler would keep the process from ending as it would by itself. What the tools tell in one line
  // needs no stack.
  process.on('uncaughtExceptionMonitor', (error: { code?: unknown; message?: unknown } | null) => {
    const [, what] = /^ERR_BENCHMARK_(ARGUMENT|CONFIGURATION)$/.exec(String(error?.code)) ?? [];
    if (what === undefined) return;
    write({ type: 'corebench:refused', what, message: String(error!.message) });
    process.exit(1);
  });
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

/** Bytes in V8's heap and outside it. process.memoryUsage throws where there is no /proc. */
function readHeap(): { heapUsed: number; external: number } {
  try {
    const { heapUsed, external } = process.memoryUsage();
    return { heapUsed, external };
  } catch {
    const heap = (require('v8') as typeof import('v8')).getHeapStatistics();
    return { heapUsed: heap.used_heap_size, external: heap.external_memory };
  }
}

/** The files this process has loaded, modules of either kind; links are resolved. */
function loadedFiles(): string[] {
  const files = new Set(Object.keys(require.cache));
  try {
    const { Session } = require('inspector') as typeof import('inspector');
    const { fileURLToPath } = require('url') as typeof import('url');
    const session = new Session();
    session.connect();
    // Told of every script that is there: what was imported is in no cache that can be read.
    session.on('Debugger.scriptParsed', ({ params: { url } }) => {
      if (url.startsWith('file://')) files.add(fileURLToPath(url));
    });
    session.post('Debugger.enable');
    session.disconnect();
  } catch {
    // A Node.js without inspector.
  }
  const { realpathSync } = require('fs') as typeof import('fs');
  return [...files].map((file) => {
    try {
      return realpathSync(file);
    } catch {
      return file;
    }
  });
}

/** Tells which files of the repository outside its checkout were loaded; what lies in node_modules is none of its own. */
function reportOutside(repository: string, checkout: string): void {
  const { relative, sep } = require('path') as typeof import('path');
  const isIn = (folder: string, file: string) => file.startsWith(folder + sep);
  const outside = loadedFiles()
    .filter((file) => file !== __filename && isIn(repository, file) && !isIn(checkout, file))
    .map((file) => relative(repository, file))
    .filter((file) => !file.split(sep).includes('node_modules'));
  if (outside.length > 0) write({ type: 'corebench:outside', files: outside.sort().slice(0, 20) });
}

function reportExit(): void {
  if (!process.connected) return;
  const usage = process.resourceUsage();
  write({
    type: 'corebench:exit',
    // VmHWM, not ru_maxrss: the latter survives exec, so a child reports at least its parent's peak.
    ...readMemory(),
    ...readHeap(),
    userMicros: usage.userCPUTime,
    systemMicros: usage.systemCPUTime,
    minorFaults: usage.minorPageFault,
    majorFaults: usage.majorPageFault,
    involuntarySwitches: usage.involuntaryContextSwitches,
  });
}

/** Function pass: on exit the process says what it used. */
function measure(checkout: string | undefined): void {
  replaceChannel(() => {});
  // The first of the handlers: another may end the process by an error.
  process.on('exit', reportExit);
  // And again behind the last of them: what the benchmark takes in its own handlers belongs to it. A process that ends by
  // itself comes here by `emit`, one that calls process.exit in a handler by `reallyExit` alone.
  let ended = false;
  const reportLast = () => {
    if (ended) return;
    ended = true;
    reportExit();
    if (checkout !== undefined && process.connected) {
      const [repository, folder] = JSON.parse(checkout) as [string, string];
      reportOutside(repository, folder);
    }
  };
  const hidden = (value: unknown) => ({ configurable: true, enumerable: false, writable: true, value });
  const emit = process.emit as (this: NodeJS.Process, name: string, ...rest: unknown[]) => boolean;
  Object.defineProperty(
    process,
    'emit',
    hidden(function (this: NodeJS.Process, name: string, ...rest: unknown[]) {
      if (name !== 'exit') return emit.call(this, name, ...rest);
      const isAlone = process.listenerCount('exit') === 1 && checkout === undefined;
      const answer = emit.call(this, name, ...rest);
      if (!isAlone) reportLast();
      ended = true;
      return answer;
    }),
  );
  const ending = process as unknown as { reallyExit(code?: number): void };
  const { reallyExit } = ending;
  Object.defineProperty(
    process,
    'reallyExit',
    hidden(function (this: NodeJS.Process, code?: number) {
      reportLast();
      reallyExit.call(this, code);
    }),
  );
}

/** Whether a process of this pid exists. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const address = process.env[PRELOAD_VARIABLE];
if (address !== undefined) {
  delete process.env[PRELOAD_VARIABLE];
  delete process.env[PADDING_VARIABLE];
  const checkout = process.env[CHECKOUT_VARIABLE];
  delete process.env[CHECKOUT_VARIABLE];
  forgetPreload();
  const [purpose, driver] = address.split(':');
  if (process.ppid !== Number(driver)) {
    // Something stands between the driver and this process, or the driver was killed before its watchdog knew of it.
    if (exists(Number(driver))) {
      try {
        write({ type: 'corebench:wrapped' });
      } catch {
        // What stands between has closed the pipe.
      }
    }
    process.exit(1);
  }
  if (purpose === 'discover') discover();
  if (purpose === 'measure') measure(checkout);
}
