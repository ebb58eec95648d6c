/*
 * The harness. It is loaded inside every measured process, so it has no dependency, uses no syntax younger than
 * ES2020, loads what only the root pass needs when the root pass needs it, and runs on Node 14.
 */
import * as path from 'path';
import type * as Load from './_http/load';
import type * as UrlData from './url-data';

export type Value = string | number | boolean;

/** The parameters of a benchmark: each key with one value or a list of values of one type. */
export type Configs = { readonly [key: string]: Value | readonly Value[] };

/** What `main` receives: one value for every key. */
export type ConfigurationOf<C> = {
  -readonly [K in keyof C]: C[K] extends readonly (infer V)[] ? V : C[K];
};

type GroupedConfigurationOf<G> = { [K in keyof G]: ConfigurationOf<G[K]> & { group: K } }[keyof G];

export interface BenchmarkOptions<T> {
  /** Node arguments for the measured process. */
  readonly flags?: readonly string[];
  /** Keeps the combinations for which it returns true. */
  readonly combinationFilter?: (configuration: T) => boolean;
  /** Called once in the root process, before any configuration runs; what it makes lives as long as that process. */
  readonly setup?: (configurations: T[]) => unknown;
  /** Values that replace those of `configs` in test mode. */
  readonly test?: Configs;
}

export interface GroupedBenchmarkOptions<T> extends BenchmarkOptions<T> {
  /** `configs` is `{group: configs}`; each configuration gets `group: name`. */
  readonly byGroups: true;
}

type Settings = Record<string, Value>;

/** What `bench.http` asks a server for. */
export interface HttpOptions {
  readonly port?: number;
  readonly path?: string;
  /** Connections open at once; 100 when it does not say. */
  readonly connections?: number;
  /** Seconds; 10 when it does not say. */
  readonly duration?: number;
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly protocol?: 'http' | 'http2';
  /** `benchmarker=` among the arguments outranks it. */
  readonly benchmarker?: string;
}

interface Report {
  type: 'report';
  name: string;
  conf: Settings;
  rate: number;
  time: string;
}

/** The default port of HTTP benchmarks: the environment's `PORT`, else 12346. */
export const PORT = Number(process.env.PORT) || 12346;

/** `Debug` or `Release`: how the running binary was built. */
export const buildType = (process.features as { debug?: boolean }).debug ? 'Debug' : 'Release';

export class Bench {
  private readonly name: string;
  private readonly configuration: Settings;
  private startedAt: bigint | undefined;
  private ended = false;

  constructor(name: string, configuration: Settings) {
    this.name = name;
    this.configuration = configuration;
  }

  /** Starts the clock. Throws when called twice. */
  start(): void {
    if (this.startedAt !== undefined) {
      throw new Error('Called start more than once in a single benchmark');
    }
    this.startedAt = process.hrtime.bigint();
  }

  /**
   * Stops the clock and reports `operations` divided by the seconds since `start`.
   * Throws when not started, when called twice, when `operations` is not a positive number, and when the clock did
   * not move (the last two not under NODEJS_BENCHMARK_ZERO_ALLOWED).
   */
  end(operations: number): void {
    const endedAt = process.hrtime.bigint();
    if (this.startedAt === undefined) throw new Error('called end without start');
    if (this.ended) throw new Error('called end multiple times');
    if (typeof operations !== 'number') throw new Error('called end() without specifying operation count');
    const zeroAllowed = Boolean(process.env.NODEJS_BENCHMARK_ZERO_ALLOWED);
    if (!zeroAllowed && !(operations > 0)) throw new Error('called end() with operation count <= 0');
    let elapsed = endedAt - this.startedAt;
    if (elapsed === 0n) {
      if (!zeroAllowed) throw new Error('insufficient clock precision for short benchmark');
      elapsed = 1n;
    }
    this.ended = true;
    const rate = operations / (Number(elapsed) / 1e9);
    sendResult({ type: 'report', name: this.name, conf: this.configuration, rate, time: seconds(elapsed) });
  }

  /**
   * Loads a server on this machine and reports requests per second, as the benchmarker counts them; the benchmarker's
   * name joins the configuration. `callback` is called behind the report. Throws where no benchmarker is installed,
   * and outside the callback where it gave no rate.
   */
  http(options: HttpOptions, callback?: () => void): void {
    const { chooseBenchmarker, runBenchmarker } = require('./_http/load') as typeof Load;
    const given = process.argv.slice(2).find((argument) => argument.startsWith('benchmarker='));
    const asked = given?.slice('benchmarker='.length) ?? options.benchmarker;
    const benchmarker = chooseBenchmarker(asked, options.protocol ?? 'http');
    const load = {
      url: `http://127.0.0.1:${options.port ?? PORT}${options.path ?? '/'}`,
      connections: options.connections ?? 100,
      duration: options.duration ?? 10,
      method: options.method ?? 'GET',
      headers: options.headers ?? {},
    };
    const startedAt = process.hrtime.bigint();
    runBenchmarker(benchmarker, load, (error, rate) => {
      if (error) throw error;
      const time = seconds(process.hrtime.bigint() - startedAt);
      const conf = { ...this.configuration, benchmarker: benchmarker.name };
      sendResult({ type: 'report', name: this.name, conf, rate: rate!, time });
      callback?.();
    });
  }
}

/** Nanoseconds as a text of seconds with nine decimals. */
function seconds(nanoseconds: bigint): string {
  const digits = nanoseconds.toString().padStart(10, '0');
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`;
}

/**
 * Sends a report to the parent when there is an IPC channel, else prints it:
 * `name key=JSON …: 1,234,567.8901`. A measured process that leaked handles is ended 5 s after it reported.
 */
export function sendResult(report: Report): void {
  if (process.send) {
    process.send(report, undefined, undefined, () => {
      if (inFunctionPass()) setTimeout(() => process.exit(0), 5000).unref();
    });
    return;
  }
  const conf = Object.keys(report.conf)
    .map((key) => ` ${key}=${JSON.stringify(report.conf[key])}`)
    .join('');
  const [whole, decimals] = report.rate.toString().split('.');
  const grouped = whole!.replace(/\B(?=(\d{3})+$)/g, ',');
  process.stdout.write(`${report.name}${conf}: ${decimals ? `${grouped}.${decimals}` : grouped}\n`);
}

function inFunctionPass(): boolean {
  return process.env.NODE_RUN_BENCHMARK_FN !== undefined;
}

/** The file that was started: the benchmark itself. */
function mainFile(): string {
  return require.main?.filename ?? path.resolve(process.argv[1] ?? '');
}

/**
 * The benchmark's path relative to its root, with `/`. The root is the nearest folder above it that holds a
 * `common` module (the layout of Node core), else the folder above the benchmark's own.
 */
function benchmarkName(file: string): string {
  const fs = require('fs') as typeof import('fs');
  const beside = path.dirname(path.dirname(file));
  let root = beside;
  for (let folder = path.dirname(file); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (
      ['js', 'cjs', 'mjs', 'ts'].some((extension) => fs.existsSync(path.join(folder, `common.${extension}`)))
    ) {
      root = folder;
      break;
    }
  }
  return path.relative(root, file).split(path.sep).join('/');
}

interface ParsedArguments {
  /** The values of each declared key, in declared order. */
  values: Map<string, readonly Value[]>;
  /** `name=value` arguments of names that are not declared, handed on to the measured process. */
  extra: string[];
}

function asList(value: Value | readonly Value[]): readonly Value[] {
  return Array.isArray(value) ? value : [value as Value];
}

/** A TypeError that the tools tell in one line: an argument that does not fit, or a declaration that cannot work. */
function refuse(what: 'ARGUMENT' | 'CONFIGURATION', message: string): never {
  throw Object.assign(new TypeError(message), { code: `ERR_BENCHMARK_${what}` });
}

/** A key travels as `key=value` among the arguments of a process, and stands so in files. */
function checkName(key: string): void {
  const name = JSON.stringify(key);
  if (key === '' || key !== key.trim()) {
    refuse('CONFIGURATION', `configuration ${name}: a name must not be empty, nor begin or end with a space`);
  }
  if (/[=\0]/.test(key)) {
    refuse('CONFIGURATION', `configuration ${name}: a name must not contain "=" or a NUL`);
  }
  if (/^corebench(-|$)/.test(key)) {
    refuse('CONFIGURATION', `configuration ${name}: names that begin with corebench belong to the tools`);
  }
}

function checkValues(key: string, values: readonly Value[]): void {
  checkName(key);
  for (const value of values) {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      refuse('CONFIGURATION', `configuration "${key}" had type ${value === null ? 'null' : typeof value}`);
    }
    if (typeof value !== typeof values[0]) refuse('CONFIGURATION', `configuration "${key}" had mixed types`);
    if (key === 'n' && typeof value === 'number' && !Number.isFinite(value)) {
      refuse('CONFIGURATION', `configuration "n" is ${value}, expected a finite number`);
    }
  }
}

function coerce(key: string, text: string, declared: readonly Value[]): Value {
  switch (typeof declared[0]) {
    case 'number': {
      const number = Number(text);
      if (text.trim() === '' || (Number.isNaN(number) && text !== 'NaN')) {
        refuse('ARGUMENT', `configuration "${key}" takes a number, got "${text}"`);
      }
      if (key === 'n' && !Number.isFinite(number)) {
        refuse('ARGUMENT', `configuration "n" takes a finite number, got "${text}"`);
      }
      return number;
    }
    case 'boolean':
      if (text !== 'true' && text !== 'false') {
        refuse('ARGUMENT', `configuration "${key}" takes true or false, got "${text}"`);
      }
      return text === 'true';
    default:
      return text;
  }
}

/** One small configuration: the first value of each key, numbers cut to 1 and durations to 0.05. */
function testValue(key: string, value: Value): Value {
  if (typeof value !== 'number') return value;
  if (key === 'dur' || key === 'duration') return 0.05;
  return value > 1 ? 1 : value;
}

function parseArguments(
  argv: readonly string[],
  configs: Configs,
  test: Configs | undefined,
): ParsedArguments {
  const testMode = argv.includes('--test');
  const declared = new Map<string, readonly Value[]>();
  for (const key of Object.keys(configs)) {
    const values = asList(configs[key]!);
    checkValues(key, values);
    declared.set(key, values);
  }
  const values = new Map(declared);
  if (testMode) {
    for (const [key, [first]] of declared) values.set(key, [testValue(key, first!)]);
    for (const key of Object.keys(test ?? {})) values.set(key, asList(test![key]!));
  }
  const given = new Map<string, Value[]>();
  const extra: string[] = [];
  for (const argument of argv) {
    if (argument === '--test') continue;
    const at = argument.indexOf('=');
    if (at < 1) refuse('ARGUMENT', `bad argument "${argument}", expected key=value`);
    const key = argument.slice(0, at);
    const known = declared.get(key);
    if (known === undefined) {
      extra.push(argument);
      continue;
    }
    const list = given.get(key) ?? [];
    list.push(coerce(key, argument.slice(at + 1), known));
    given.set(key, list);
  }
  for (const [key, list] of given) values.set(key, list);
  return { values, extra };
}

/** The product of all values in declaration order, first key slowest, kept where the filter says so. */
function combinations(
  values: ReadonlyMap<string, readonly Value[]>,
  filter: ((configuration: Settings) => boolean) | undefined,
): Settings[] {
  let product: Settings[] = [{}];
  for (const [key, list] of values) {
    product = product.flatMap((settings) => list.map((value) => ({ ...settings, [key]: value })));
  }
  if (filter === undefined) return product;
  return product.filter((settings) => {
    const kept = filter(settings);
    if (typeof kept !== 'boolean') throw new TypeError('Combination filter must always return a boolean');
    return kept;
  });
}

interface Queue {
  configurations: Settings[];
  extra: string[];
}

function buildQueue(configs: Configs, options: BenchmarkOptions<Settings>): Queue {
  // The measured process was given one combination that the root pass has already let through the filter.
  const filter = inFunctionPass() ? undefined : options.combinationFilter;
  const { values, extra } = parseArguments(process.argv.slice(2), configs, options.test);
  return { configurations: combinations(values, filter), extra };
}

function buildGroupedQueue(groups: { [group: string]: Configs }, options: BenchmarkOptions<Settings>): Queue {
  const asked = process.env.NODE_RUN_BENCHMARK_GROUPS;
  const names = asked ? asked.split(',') : Object.keys(groups);
  const queue: Queue = { configurations: [], extra: [] };
  for (const name of names) {
    const configs = groups[name];
    if (configs === undefined) {
      throw new TypeError(`no group "${name}", expected one of ${Object.keys(groups).join(', ')}`);
    }
    // `group=name` among the arguments selects one group: it is how the measured process is told its own.
    const given = process.argv.slice(2).filter((argument) => argument.startsWith('group='));
    if (given.length > 0 && !given.includes(`group=${name}`)) continue;
    if (configs.group !== undefined) {
      refuse(
        'CONFIGURATION',
        `configuration "group": with byGroups each configuration gets one of this name`,
      );
    }
    const { configurations, extra } = buildQueue({ ...configs, group: name }, options);
    // Each group would meet every `group=` argument; it keeps its own name only.
    queue.configurations.push(...configurations.filter((settings) => settings.group === name));
    queue.extra = extra;
  }
  return queue;
}

/** Runs each configuration in a process of its own, one after another; ends this process when one fails. */
async function runQueue(
  file: string,
  name: string,
  queue: Queue,
  options: BenchmarkOptions<Settings>,
): Promise<void> {
  const { configurations, extra } = queue;
  const config = { type: 'config', name, queueLength: configurations.length, setup: Boolean(options.setup) };
  if (process.send) process.send(config);
  if (options.setup) await options.setup(configurations);
  const environmentFlags = (process.env.NODE_BENCHMARK_FLAGS ?? '').split(/\s+/).filter(Boolean);
  const flags = [...environmentFlags, ...(options.flags ?? [])];
  const childProcess = require('child_process') as typeof import('child_process');
  for (const settings of configurations) {
    const pairs = Object.keys(settings).map((key) => `${key}=${settings[key]}`);
    const child = childProcess.fork(file, [...pairs, ...extra], {
      env: { ...process.env, NODE_RUN_BENCHMARK_FN: '' },
      execArgv: flags.concat(process.execArgv),
    });
    child.on('message', (message) => sendResult(message as Report));
    await new Promise<void>((resolve) => {
      child.on('close', (code, signal) => {
        if (signal !== null) console.error(`${name} ${pairs.join(' ')}: killed by ${signal}`);
        if (code !== 0) process.exit(code ?? 1);
        resolve();
      });
    });
  }
}

function raise(error: unknown): never {
  throw error;
}

/**
 * Declares a benchmark. In the root pass (NODE_RUN_BENCHMARK_FN not set) every combination of `configs` is run in a
 * process of its own; in such a process `main` is called, on the next tick, with its combination.
 * Throws a TypeError that names the key for values that are not strings, numbers or booleans of one type, and for
 * arguments that do not fit them.
 */
export function createBenchmark<const G extends { readonly [group: string]: Configs }>(
  main: (configuration: GroupedConfigurationOf<G>) => unknown,
  configs: G,
  options: GroupedBenchmarkOptions<GroupedConfigurationOf<G>>,
): Bench;
export function createBenchmark<C extends Configs>(
  main: (configuration: ConfigurationOf<C>) => unknown,
  configs: C,
  options?: BenchmarkOptions<ConfigurationOf<C>>,
): Bench;
export function createBenchmark(
  main: (configuration: never) => unknown,
  configs: Configs | { [group: string]: Configs },
  options: BenchmarkOptions<never> & { byGroups?: boolean } = {},
): Bench {
  const anyOptions = options as BenchmarkOptions<Settings>;
  const queue = options.byGroups
    ? buildGroupedQueue(configs as { [group: string]: Configs }, anyOptions)
    : buildQueue(configs as Configs, anyOptions);
  const file = mainFile();
  const name = benchmarkName(file);
  const bench = new Bench(name, queue.configurations[0] ?? {});
  process.nextTick(() => {
    if (inFunctionPass()) main((queue.configurations[0] ?? {}) as never);
    // Rethrown outside the promise: Node 14 would let a rejection pass with exit code 0.
    else runQueue(file, name, queue, anyOptions).catch((error) => setImmediate(() => raise(error)));
  });
  return bench;
}

/** A binding of Node's own internals, where the binary was started with --expose-internals; else process.binding. */
export function binding(name: string): unknown {
  try {
    const { internalBinding } = require('internal/test/binding');
    return internalBinding(name);
  } catch {
    return (process as unknown as { binding(name: string): unknown }).binding(name);
  }
}

function urlData(): typeof UrlData {
  return require('./url-data');
}

/** `count = 200 · 2^exponent` URLs of one of `urlDataTypes`, as texts or URL objects, each with a base when asked. */
export function bakeUrlData(type: string, exponent = 0, withBase = false, asUrl = false): unknown[] {
  return urlData().bakeUrlData(type, exponent, withBase, asUrl);
}

// The tables of URLs are loaded when a benchmark asks for them: most do not, and each millisecond is measured.
export declare const urls: typeof UrlData.urls;
export declare const urlDataTypes: typeof UrlData.urlDataTypes;
export declare const searchParams: typeof UrlData.searchParams;
for (const key of ['urls', 'urlDataTypes', 'searchParams'] as const) {
  Object.defineProperty(exports, key, { enumerable: true, get: () => urlData()[key] });
}
