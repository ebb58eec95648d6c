import type { DiscoveredConfiguration, Discovery, Executor } from '../execute/executor';
import { type Configuration, configurationKey, formatConfiguration } from '../model/configuration';
import { UsageError } from '../model/errors';
import type { Benchmark, Variant } from '../model/job';
import type { Failure } from '../model/sample';

/** A configuration that every variant has, with what each variant's process is started with. */
export interface PlannedConfiguration {
  readonly configuration: Configuration;
  /** One for each variant, in the variants' order. */
  readonly arms: readonly DiscoveredConfiguration[];
}

export interface PlannedBenchmark {
  readonly benchmark: Benchmark;
  readonly configurations: readonly PlannedConfiguration[];
}

/** What is to be measured, and what turned out not to be measurable. */
export interface Plan {
  readonly variants: readonly Variant[];
  readonly benchmarks: readonly PlannedBenchmark[];
  /** Root passes that failed. */
  readonly failures: readonly Failure[];
  /** Configurations that some variant does not have: `file configuration: only in old`. */
  readonly unpaired: readonly string[];
  /** The root processes whose `setup` must stay in force while their benchmark is measured. */
  readonly roots: RootProcesses;
}

/** Root processes that may stay alive at once for their `setup`; each holds some 40 MB. */
const HELD_ROOTS = 16;

function joinArms(
  benchmark: Benchmark,
  variants: readonly Variant[],
  discoveries: readonly Discovery[],
): { planned: PlannedBenchmark; unpaired: string[] } {
  const byKey = new Map<
    string,
    { configuration: Configuration; arms: (DiscoveredConfiguration | undefined)[] }
  >();
  discoveries.forEach((discovery, at) => {
    for (const found of discovery.configurations) {
      const key = configurationKey(found.configuration);
      const entry = byKey.get(key) ?? { configuration: found.configuration, arms: [] };
      entry.arms[at] = found;
      byKey.set(key, entry);
    }
  });
  const configurations: PlannedConfiguration[] = [];
  const unpaired: string[] = [];
  for (const { configuration, arms } of byKey.values()) {
    const having = variants.filter((_, at) => arms[at] !== undefined);
    if (having.length === variants.length) {
      configurations.push({ configuration, arms: arms as DiscoveredConfiguration[] });
    } else {
      const labels = having.map((variant) => variant.label).join(', ');
      unpaired.push(`${benchmark.filename} ${formatConfiguration(configuration)}: only in ${labels}`);
    }
  }
  return { planned: { benchmark, configurations }, unpaired };
}

/** `encoding` for `encoding=utf8`. */
function settingKey(setting: string): string {
  return setting.slice(0, setting.indexOf('='));
}

/**
 * Keeps what `setup` made alive for as long as its benchmark is measured: from discovery on while there are few such
 * benchmarks, else from the moment the benchmark's turn comes.
 */
export class RootProcesses {
  private readonly held = new Map<Benchmark, readonly Discovery[]>();
  private readonly waiting = new Map<Benchmark, () => Promise<readonly Discovery[]>>();

  keep(
    benchmark: Benchmark,
    discoveries: readonly Discovery[],
    again: () => Promise<readonly Discovery[]>,
  ): void {
    if (discoveries.every(({ hasSetup }) => !hasSetup)) {
      // Nothing hangs on these processes, so nothing waits for their end.
      void releaseEach(discoveries);
    } else if (this.held.size < HELD_ROOTS) {
      this.held.set(benchmark, discoveries);
    } else {
      void releaseEach(discoveries);
      this.waiting.set(benchmark, again);
    }
  }

  /** Call before the first job of a benchmark. */
  async acquire(benchmark: Benchmark): Promise<void> {
    const again = this.waiting.get(benchmark);
    if (again === undefined) return;
    this.waiting.delete(benchmark);
    this.held.set(benchmark, await again());
  }

  /** Call after the last job of a benchmark. */
  async release(benchmark: Benchmark): Promise<void> {
    const discoveries = this.held.get(benchmark) ?? [];
    this.held.delete(benchmark);
    await releaseEach(discoveries);
  }

  async releaseAll(): Promise<void> {
    await Promise.all([...this.held.keys()].map((benchmark) => this.release(benchmark)));
  }
}

async function releaseEach(discoveries: readonly Discovery[]): Promise<void> {
  await Promise.all(discoveries.map((discovery) => discovery.release()));
}

/** Options of the harnesses' own that no benchmark declares: the program that loads a server. */
const HARNESS_OPTIONS: ReadonlySet<string> = new Set(['benchmarker']);

function checkSettings(
  settings: readonly string[],
  variables: ReadonlySet<string>,
  emptied: readonly Benchmark[],
): void {
  const unknown = settings.map(settingKey).find((key) => !variables.has(key) && !HARNESS_OPTIONS.has(key));
  if (unknown === undefined) return;
  if (emptied.length > 0) {
    throw new UsageError(
      `--set ${settings.join(' --set ')} leaves no configuration of ${emptied.map(({ filename }) => filename).join(', ')}`,
    );
  }
  throw new UsageError(
    `--set: no selected benchmark has a variable "${unknown}"; they have ${[...variables].sort().join(', ')}`,
  );
}

/** Whether one root pass speaks for both variants. */
function areSameProgram(one: Variant, other: Variant): boolean {
  const same = one.binary === other.binary && one.checkout === other.checkout && one.port === other.port;
  return same && one.nodeArguments.join('\u0000') === other.nodeArguments.join('\u0000');
}

/** The root pass of a benchmark under each variant; those that are the same program share one. */
function discoverEach(
  executor: Executor,
  benchmark: Benchmark,
  variants: readonly Variant[],
  settings: readonly string[],
  signal: AbortSignal,
): Promise<Discovery[]> {
  const discoveries: Promise<Discovery>[] = [];
  for (const [at, variant] of variants.entries()) {
    const first = variants.findIndex((other) => areSameProgram(other, variant));
    discoveries.push(
      first < at ? discoveries[first]! : executor.discover(benchmark, variant, settings, signal),
    );
  }
  return Promise.all(discoveries);
}

/**
 * Asks every benchmark for its configurations under every variant and joins them.
 * Throws a UsageError when a setting names a variable that no benchmark has.
 */
export async function makePlan(
  executor: Executor,
  benchmarks: readonly Benchmark[],
  variants: readonly Variant[],
  settings: readonly string[],
  signal: AbortSignal,
): Promise<Plan> {
  const planned: PlannedBenchmark[] = [];
  const failures: Failure[] = [];
  const unpaired: string[] = [];
  const variables = new Set<string>();
  const emptied: Benchmark[] = [];
  const roots = new RootProcesses();
  for (const benchmark of benchmarks) {
    const discoverAll = () => discoverEach(executor, benchmark, variants, settings, signal);
    const discoveries = await discoverAll();
    const passes = new Set(discoveries);
    roots.keep(benchmark, discoveries, discoverAll);
    if (signal.aborted) break;
    const failed = [...passes].flatMap(({ failure }) => (failure === null ? [] : [failure]));
    failures.push(...failed);
    if (failed.length > 0) {
      await roots.release(benchmark);
      continue;
    }
    if (discoveries.every(({ configurations }) => configurations.length === 0)) emptied.push(benchmark);
    for (const { configurations } of passes) {
      for (const { configuration } of configurations) {
        for (const [key] of configuration) variables.add(key);
      }
    }
    const joined = joinArms(benchmark, variants, discoveries);
    planned.push(joined.planned);
    unpaired.push(...joined.unpaired);
  }
  try {
    if (planned.length > 0) checkSettings(settings, variables, emptied);
  } catch (error) {
    await roots.releaseAll();
    throw error;
  }
  return { variants, benchmarks: planned, failures, unpaired, roots };
}
