import * as path from 'node:path';
import { inspect } from 'node:util';
import { type Configuration, configurationFromArguments, type Value } from '../model/configuration';
import { type Benchmark, benchmarkPath, type Job, type Variant } from '../model/job';
import type { ExitReport, Failure, Outcome } from '../model/sample';
import { environmentPadding } from './environment-padding';
import type { Discovery, Executor } from './executor';
import { stealTicks } from './machine';
import { MeasuredProcess, type ProcessEnd } from './measured-process';
import { type DiscoveryMessage, PADDING_VARIABLE, PRELOAD_VARIABLE } from './preload';
import type { MemoryOptions } from './sampled-memory';
import { shellQuote } from './shell-quote';

const PRELOAD = path.join(__dirname, 'preload.js');

/** Goes first among the arguments of a root pass: the harness hands on what it did not declare, from this one on. */
const FIRST_EXTRA = 'corebench=discovery';

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

/** Runs every job as a real process. */
export class ForkExecutor implements Executor {
  constructor(private readonly options: ForkExecutorOptions) {}

  async discover(
    benchmark: Benchmark,
    variant: Variant,
    settings: readonly string[],
    signal: AbortSignal,
  ): Promise<Discovery> {
    const settingArguments = [FIRST_EXTRA, ...settings, ...(this.options.testMode ? ['--test'] : [])];
    const { NODE_RUN_BENCHMARK_FN: _, ...environment } = process.env;
    let found: DiscoveryMessage | undefined;
    let tell: () => void = () => {};
    const told = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const root = this.start(benchmark, [...variant.nodeArguments], settingArguments, {
      environment: { ...environment, [PRELOAD_VARIABLE]: `discover:${process.pid}` },
      onMessage: (message) => {
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
      const command = reproduce(variant, [...variant.nodeArguments], benchmark, settings, {
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
    const reason = end === null ? null : endReason(end, this.options);
    if (end !== null && reason !== null) return fail(reason, end.stderr);
    if (found === undefined || (found.children.length === 0 && settings.length === 0)) {
      return fail('declared no configuration: it must call createBenchmark', end?.stderr ?? '');
    }
    const configurations = found.children.map((child) => {
      const extraAt = child.arguments.findIndex((argument) => argument.startsWith('corebench='));
      const own = extraAt === -1 ? child.arguments : child.arguments.slice(0, extraAt);
      const extra = extraAt === -1 ? [] : child.arguments.slice(extraAt + 1);
      return {
        configuration: configurationFromArguments(own),
        nodeArguments: withVariantArguments(child.nodeArguments, variant),
        arguments: [...own, ...extra],
      };
    });
    return { configurations, failure: null, hasSetup: found.hasSetup, release };
  }

  async run(job: Job, signal: AbortSignal): Promise<Outcome> {
    const reports: Report[] = [];
    let exit: ExitReport | undefined;
    const environmentSeed = this.options.environmentSeed ?? null;
    const stealBefore = stealTicks();
    const measured = this.start(job.benchmark, job.nodeArguments, job.arguments, {
      environment: {
        ...process.env,
        ...(environmentSeed === null ? {} : { [PADDING_VARIABLE]: environmentPadding(environmentSeed, job) }),
        NODE_RUN_BENCHMARK_FN: '',
        [PRELOAD_VARIABLE]: `measure:${process.pid}`,
      },
      onMessage: (message) => {
        if (message.type === 'report') reports.push(message as Report);
        if (message.type === 'corebench:exit') exit = message as unknown as ExitReport;
      },
      variant: job.variant,
      cpuset: job.cpuset,
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

    const reason = endReason(end, this.options) ?? reportReason(reports);
    if (reason !== null) {
      // What was shown already is not shown again.
      const stderr = this.options.showOutput ? '' : end.stderr;
      const command = reproduce(job.variant, job.nodeArguments, job.benchmark, job.arguments, {
        rootPass: false,
        cpuset: job.cpuset ?? this.options.cpuset,
      });
      return { kind: 'failure', job, failure: { job, reason, stderr, command } };
    }
    const report = reports[0]!;
    return {
      kind: 'sample',
      job,
      sample: {
        filename: job.benchmark.filename,
        configuration: withReportedTypes(job.configuration, report.conf),
        variant: job.variant.label,
        round: job.round,
        order: job.order,
        rate: report.rate as number,
        time: Number(report.time),
        ...sampled?.fields(exit),
        ...(exit === undefined ? {} : { exit }),
        ...(stealBefore === null || stealAfter === null ? {} : { stealTicks: stealAfter - stealBefore }),
      },
    };
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
    },
  ): MeasuredProcess {
    return new MeasuredProcess({
      binary: rest.variant.binary,
      arguments: [...nodeArguments, '--require', PRELOAD, benchmarkPath(benchmark, rest.variant), ...args],
      ...(rest.variant.checkout && { workingDirectory: rest.variant.checkout.workingDirectory }),
      environment: rest.environment,
      cpuset: rest.cpuset ?? this.options.cpuset,
      timeoutMs: this.options.timeoutSeconds * 1000,
      showOutput: this.options.showOutput ?? false,
      onMessage: rest.onMessage,
    });
  }
}

/** A harness that does not hand its own node arguments on must not lose those of the variant. */
function withVariantArguments(nodeArguments: readonly string[], variant: Variant): readonly string[] {
  const missing = variant.nodeArguments.filter((argument) => !nodeArguments.includes(argument));
  return [...nodeArguments, ...missing];
}

/** The configuration with values of the types that the harness reported, in declared order. */
function withReportedTypes(configuration: Configuration, reported: Report['conf']): Configuration {
  if (reported === undefined || reported === null) return configuration;
  return configuration.map(([key, value]) => {
    const own = reported[key];
    const isValue = typeof own === 'string' || typeof own === 'number' || typeof own === 'boolean';
    return [key, isValue && String(own) === String(value) ? (own as Value) : value] as const;
  });
}

function endReason(end: ProcessEnd, options: ForkExecutorOptions): string | null {
  if (end.error !== null) return `could not be started: ${end.error.message}`;
  if (end.timedOut) return `timed out after ${options.timeoutSeconds} s`;
  if (end.signal !== null) return `was killed by ${end.signal}`;
  if (end.code !== 0) return `exited with code ${end.code}`;
  return null;
}

function reportReason(reports: readonly Report[]): string | null {
  if (reports.length === 0) return 'reported no rate';
  if (reports.length > 1) return `reported ${reports.length} rates, expected one`;
  const { rate, time } = reports[0]!;
  // JSON turns NaN and the infinities into null.
  if (typeof rate !== 'number' || !Number.isFinite(rate) || rate <= 0) {
    return `reported a rate of ${rate === null ? 'NaN or infinity' : inspect(rate)}, expected a finite positive number`;
  }
  if (!Number.isFinite(Number(time))) return `reported a time of ${inspect(time)}, expected seconds`;
  return null;
}

function reproduce(
  variant: Variant,
  nodeArguments: readonly string[],
  benchmark: Benchmark,
  args: readonly string[],
  how: { rootPass: boolean; cpuset: string | null },
): string {
  const pinned = how.cpuset === null ? [] : ['taskset', '-c', how.cpuset];
  const program = [...pinned, variant.binary, ...nodeArguments];
  const words = [...program, benchmarkPath(benchmark, variant), ...args].map(shellQuote).join(' ');
  return how.rootPass ? words : `NODE_RUN_BENCHMARK_FN= ${words}`;
}
