import { setMaxListeners } from 'node:events';
import * as path from 'node:path';
import { inspect } from 'node:util';
import { type Configuration, configurationFromArguments, type Value } from '../model/configuration';
import { UsageError } from '../model/errors';
import { type Benchmark, benchmarkPath, type Job, type Variant } from '../model/job';
import type { ExitReport, Failure, Outcome } from '../model/sample';
import type { Discovery, Executor } from './executor';
import { stealTicks } from './machine';
import { MeasuredProcess, type ProcessEnd } from './measured-process';
import {
  CHECKOUT_VARIABLE,
  type DiscoveryMessage,
  type Inherited,
  PRELOAD_VARIABLE,
  type RefusalMessage,
} from './preload';
import { processEnvironment } from './process-environment';
import { repeatCommand } from './repeat-command';
import type { MemoryOptions } from './sampled-memory';

const PRELOAD = path.join(__dirname, 'preload.js');

/** Goes first among the arguments of a root pass: the harness hands on what it did not declare, from this one on. */
const FIRST_EXTRA = 'corebench-extra=follows';

/** No benchmark can have a parameter of this name: it marks the ends of what the harness is given. */
const RESERVED_NAME = /^corebench(-|$)/;

const WRAPPED =
  'was started through another program: the binary must be node itself (a script in its place must end in exec node "$@")';

const loadSampledMemory = () => import('./sampled-memory.js');

/** How long an interrupted process may take to clean up. */
const INTERRUPT_GRACE_MS = 1000;

export interface ForkExecutorOptions {
  readonly cpuset: string | null;
  readonly timeoutSeconds: number;
  /** Pass on to stderr what benchmarks print. */
  readonly showOutput?: boolean;
  /** Run each benchmark's smallest configuration (the harness's test mode). */
  readonly testMode?: boolean;
  /** Gives every measured process an environment block of another size, drawn from this seed; null leaves it alone. */
  readonly environmentSeed?: string | null;
  /** How the memory of measured processes is read; null when it is not. */
  readonly memory: MemoryOptions | null;
}

interface Report {
  readonly type: 'report';
  readonly conf?: Readonly<Record<string, unknown>>;
  readonly rate: unknown;
  readonly time: unknown;
}

/** What the processes of one benchmark under one program have from its root pass. */
interface InheritedFromRoot {
  readonly byArguments: ReadonlyMap<string, Inherited>;
  /** For arguments that the root pass did not start a process with. */
  readonly last: Inherited;
}

function rootOf(benchmark: Benchmark, { binary, nodeArguments, checkout, port }: Variant): string {
  return [benchmark.path, binary, checkout?.path, port, ...nodeArguments].join('\u0000');
}

/** Runs every job as a real process. */
export class ForkExecutor implements Executor {
  /** Of the latest root pass of each benchmark: what its `setup` makes may differ from pass to pass. */
  private readonly inherited = new Map<string, InheritedFromRoot>();

  constructor(private readonly options: ForkExecutorOptions) {}

  async discover(
    benchmark: Benchmark,
    variant: Variant,
    settings: readonly string[],
    signal: AbortSignal,
  ): Promise<Discovery> {
    const settingArguments = [FIRST_EXTRA, ...settings, ...(this.options.testMode ? ['--test'] : [])];
    // Each root process that stays listens, and there may be many.
    setMaxListeners(0, signal);
    let refusal: RefusalMessage | undefined;
    let wrapped = false;
    let found: DiscoveryMessage | undefined;
    let tell: () => void = () => {};
    const told = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const root = this.start(benchmark, [...variant.nodeArguments], settingArguments, {
      environment: { ...processEnvironment(variant), [PRELOAD_VARIABLE]: `discover:${process.pid}` },
      onMessage: (message) => {
        if (message.type === 'corebench:refused') refusal = message as RefusalMessage;
        if (message.type === 'corebench:wrapped') wrapped = true;
        if (message.type !== 'corebench:discovery') return;
        found = message as DiscoveryMessage;
        tell();
      },
      variant,
    });
    // Loaded while the root pass starts, for the jobs that follow.
    if (this.options.memory !== null) void loadSampledMemory();
    const interrupt = () => root.stop(INTERRUPT_GRACE_MS);
    signal.addEventListener('abort', interrupt);
    const end = await Promise.race([told.then(() => null), root.ended]);
    if (end !== null) signal.removeEventListener('abort', interrupt);
    else root.ended.then(() => signal.removeEventListener('abort', interrupt));
    const release = async () => {
      root.release();
      await root.ended;
    };

    const fail = (reason: string, stderr: string): Discovery => {
      const command = repeatCommand(variant, [...variant.nodeArguments], benchmark, settings, {
        rootPass: true,
        cpuset: this.options.cpuset,
      });
      const job: Job = {
        benchmark,
        variant,
        configuration: [],
        round: 0,
        order: 0,
        nodeArguments: variant.nodeArguments,
        arguments: settings,
      };
      const failure: Failure = { job, reason, stderr, command };
      void release();
      return { configurations: [], failure, hasSetup: false, release };
    };
    if (refusal?.what === 'ARGUMENT') throw new UsageError(`${benchmark.filename}: ${refusal.message}`);
    if (refusal !== undefined) return fail(`was refused: ${refusal.message}`, '');
    const reason = end === null ? null : wrapped ? WRAPPED : endReason(end, this.options);
    if (end !== null && reason !== null) return fail(reason, end.stderr);
    if (found === undefined || (found.children.length === 0 && settings.length === 0)) {
      return fail('declared no configuration: it must call createBenchmark', end?.stderr ?? '');
    }
    const byArguments = new Map<string, Inherited>();
    const configurations = found.children.map((child) => {
      const extraAt = child.arguments.indexOf(FIRST_EXTRA);
      const own = extraAt === -1 ? child.arguments : child.arguments.slice(0, extraAt);
      const extra = extraAt === -1 ? [] : child.arguments.slice(extraAt + 1);
      const args = [...own, ...extra];
      byArguments.set(args.join('\u0000'), child.inherited);
      return {
        configuration: configurationFromArguments(own),
        nodeArguments: withVariantArguments(child.nodeArguments, variant),
        arguments: args,
      };
    });
    const last = found.children[found.children.length - 1]?.inherited ?? { environment: {} };
    this.inherited.set(rootOf(benchmark, variant), { byArguments, last });
    const problem = configurations
      .flatMap(({ configuration }) => configuration)
      .map((pair) => parameterProblem(pair, settings))
      .find((text) => text !== null);
    if (problem !== undefined) return fail(`was refused: ${problem}`, '');
    return { configurations, failure: null, hasSetup: found.hasSetup, release };
  }

  async run(job: Job, signal: AbortSignal): Promise<Outcome> {
    const reports: Report[] = [];
    const zeroAllowed = Boolean(process.env.NODEJS_BENCHMARK_ZERO_ALLOWED);
    let exit: ExitReport | undefined;
    let outside: readonly string[] = [];
    const { checkout } = job.variant;
    const inherited = this.inheritedBy(job);
    let wrapped = false;
    const stealBefore = stealTicks();
    const measured = this.start(job.benchmark, job.nodeArguments, job.arguments, {
      environment: {
        ...processEnvironment(job.variant, inherited, { seed: this.options.environmentSeed ?? null, job }),
        NODE_RUN_BENCHMARK_FN: '',
        ...(checkout && { [CHECKOUT_VARIABLE]: JSON.stringify([checkout.repository, checkout.path]) }),
        [PRELOAD_VARIABLE]: `measure:${process.pid}`,
      },
      onMessage: (message) => {
        if (message.type === 'corebench:outside') outside = (message as { files: string[] }).files;
        if (message.type === 'report') reports.push(message as Report);
        if (message.type === 'corebench:exit') exit = message as unknown as ExitReport;
        if (message.type === 'corebench:wrapped') wrapped = true;
      },
      variant: job.variant,
      cpuset: job.cpuset,
      inherited,
    });
    const { memory } = this.options;
    const sampled =
      memory === null
        ? null
        : new (await loadSampledMemory()).SampledMemory(measured, job.benchmark.filename, memory);
    const interrupt = () => measured.stop(INTERRUPT_GRACE_MS);
    if (signal.aborted) interrupt();
    signal.addEventListener('abort', interrupt);
    let end: ProcessEnd;
    try {
      end = await measured.ended;
    } finally {
      sampled?.stop();
      signal.removeEventListener('abort', interrupt);
    }
    const stealAfter = stealTicks();

    const reason = wrapped ? WRAPPED : (endReason(end, this.options) ?? reportReason(reports, zeroAllowed));
    if (reason !== null) {
      // What was shown already is not shown again.
      const stderr = this.options.showOutput ? '' : end.stderr;
      const command = repeatCommand(job.variant, job.nodeArguments, job.benchmark, job.arguments, {
        rootPass: false,
        cpuset: job.cpuset ?? this.options.cpuset,
        inherited,
      });
      return { kind: 'failure', job, failure: { job, reason, stderr, command } };
    }
    const report = reports[0]!;
    return {
      kind: 'sample',
      job,
      sample: {
        filename: job.benchmark.filename,
        configuration: asReported(job.configuration, report.conf),
        variant: job.variant.label,
        round: job.round,
        order: job.order,
        rate: report.rate as number,
        time: Number(report.time),
        ...sampled?.fields(exit),
        ...(exit === undefined ? {} : { exit }),
        ...(outside.length === 0 ? {} : { outside }),
        ...(stealBefore === null || stealAfter === null ? {} : { stealTicks: stealAfter - stealBefore }),
      },
    };
  }

  private inheritedBy({ benchmark, variant, arguments: args }: Job): Inherited {
    const root = this.inherited.get(rootOf(benchmark, variant));
    return root?.byArguments.get(args.join('\u0000')) ?? root?.last ?? { environment: {} };
  }

  private start(
    benchmark: Benchmark,
    nodeArguments: readonly string[],
    args: readonly string[],
    rest: {
      environment: NodeJS.ProcessEnv;
      onMessage: (message: { readonly type?: unknown }) => void;
      variant: Variant;
      cpuset?: string | undefined;
      inherited?: Inherited;
    },
  ): MeasuredProcess {
    const { inherited } = rest;
    const workingDirectory = inherited?.workingDirectory ?? rest.variant.checkout?.workingDirectory;
    return new MeasuredProcess({
      binary: rest.variant.binary,
      arguments: [...nodeArguments, '--require', PRELOAD, benchmarkPath(benchmark, rest.variant), ...args],
      ...(workingDirectory === undefined ? {} : { workingDirectory }),
      umask: inherited?.umask,
      niceness: inherited?.niceness,
      environment: rest.environment,
      cpuset: rest.cpuset ?? this.options.cpuset,
      timeoutMs: this.options.timeoutSeconds * 1000,
      output: this.options.showOutput ? 'show' : 'drop',
      onMessage: rest.onMessage,
    });
  }
}

/** What is wrong with a parameter as a process would be given it; null when it can be measured. */
function parameterProblem(
  [key, value]: readonly [string, Value],
  settings: readonly string[],
): string | null {
  if (RESERVED_NAME.test(key)) {
    return `it has a parameter "${key}"; names that begin with corebench belong to the tools`;
  }
  if (key === '') return 'it has a parameter with an empty name, or one whose name contains "="';
  if (!['NaN', 'Infinity', '-Infinity'].includes(String(value))) return null;
  const given = settings.filter((setting) => setting.startsWith(`${key}=`));
  // A harness that turns what it was given into a number has got none.
  if (given.length > 0 && !given.includes(`${key}=${value}`)) {
    return `its parameter "${key}" takes a number, got ${given.map((setting) => JSON.stringify(setting.slice(key.length + 1))).join(', ')}`;
  }
  return key === 'n' ? `its parameter "n" is ${value}, expected a finite number` : null;
}

/** A harness that does not hand its own node arguments on must not lose those of the variant. */
function withVariantArguments(nodeArguments: readonly string[], variant: Variant): readonly string[] {
  const missing = variant.nodeArguments.filter((argument) => !nodeArguments.includes(argument));
  return [...nodeArguments, ...missing];
}

function isValue(value: unknown): value is Value {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/**
 * The configuration with values of the types that the harness reported, in declared order, and behind them what the report
 * adds: `benchmarker` of an HTTP benchmark.
 */
function asReported(configuration: Configuration, reported: Report['conf']): Configuration {
  if (typeof reported !== 'object' || reported === null) return configuration;
  const declared = configuration.map(([key, value]) => {
    const own = reported[key];
    return [key, isValue(own) && String(own) === String(value) ? own : value] as const;
  });
  const known = new Set(configuration.map(([key]) => key));
  const added = Object.entries(reported).flatMap(([key, value]) =>
    known.has(key) || !isValue(value) ? [] : [[key, value] as const],
  );
  return [...declared, ...added];
}

function startProblem({ message, code }: NodeJS.ErrnoException): string {
  if (code === 'E2BIG') return 'its arguments and environment are too long for this system (E2BIG)';
  if (/null byte/.test(message)) return 'an argument or a variable of its environment holds a NUL byte';
  return message.slice(0, 200);
}

function endReason(end: ProcessEnd, options: ForkExecutorOptions): string | null {
  if (end.error !== null) return `could not be started: ${startProblem(end.error)}`;
  if (end.timedOut) return `timed out after ${options.timeoutSeconds} s`;
  if (end.signal !== null) return `was killed by ${end.signal}`;
  if (end.code !== 0) return `exited with code ${end.code}`;
  return null;
}

function reportReason(reports: readonly Report[], zeroAllowed: boolean): string | null {
  if (reports.length === 0) return 'reported no rate';
  if (reports.length > 1) return `reported ${reports.length} rates, expected one`;
  const { rate, time } = reports[0]!;
  // JSON turns NaN and the infinities into null.
  if (typeof rate !== 'number' || !Number.isFinite(rate) || !(zeroAllowed ? rate >= 0 : rate > 0)) {
    return `reported a rate of ${rate === null ? 'NaN or infinity' : inspect(rate)}, expected a finite positive number`;
  }
  if (!Number.isFinite(Number(time))) return `reported a time of ${inspect(time)}, expected seconds`;
  return null;
}
