import {
  type CalibrationReply,
  type CalibrationRequest,
  type SearchResult,
  searchForN,
} from '../analysis/calibration-search';
import type { DiscoveredConfiguration } from '../execute/executor';
import type { CalibrationCriteria, CalibrationFinding } from '../model/calibration';
import { type Configuration, configurationKey, formatConfiguration } from '../model/configuration';
import { UsageError } from '../model/errors';
import type { Benchmark, Block, Job } from '../model/job';
import type { Sample } from '../model/sample';
import { seededRandom } from '../stats/random';
import type { Plan, PlannedBenchmark } from './plan';

/** A configuration but for its n. */
interface Calibrated {
  readonly benchmark: Benchmark;
  /** Without n. */
  readonly parameters: Configuration;
  /** With the n that the benchmark declares. */
  readonly declared: Configuration;
  readonly arm: DiscoveredConfiguration;
}

/** Where a calibration is. */
export interface CalibrationPosition {
  readonly benchmark: Benchmark;
  /** Configurations that are done. */
  readonly done: number;
  readonly configurations: number;
  readonly request: CalibrationRequest;
}

function withoutN(configuration: Configuration): Configuration {
  return configuration.filter(([key]) => key !== 'n');
}

/** The configurations of a benchmark that differ in more than n. */
function calibratedOf({ benchmark, configurations }: PlannedBenchmark): Calibrated[] {
  const byKey = new Map<string, Calibrated>();
  for (const { configuration, arms } of configurations) {
    if (typeof configuration.find(([key]) => key === 'n')?.[1] !== 'number') {
      const names = configuration.map(([key]) => key).join(', ') || 'no variables';
      throw new UsageError(
        `${benchmark.filename} has no number n to calibrate (it has ${names}); --exclude leaves a file out`,
      );
    }
    const parameters = withoutN(configuration);
    const key = configurationKey(parameters);
    if (!byKey.has(key)) byKey.set(key, { benchmark, parameters, declared: configuration, arm: arms[0]! });
  }
  return [...byKey.values()];
}

/**
 * The jobs of a calibration, made as they are wanted: configuration by configuration, each with a search that decides
 * from what it has been told what to run next. Processes of different n that are held against each other share a
 * block, which goes first is drawn, so that a machine that slows down does not look like a rate that falls with n.
 */
export class CalibrationSchedule {
  /** The configurations whose search has ended. */
  readonly findings: CalibrationFinding[] = [];
  private readonly configurations: readonly Calibrated[];
  private current: CalibrationPosition | undefined;
  private readonly measured = new Map<number, { sample: Sample; processSeconds: number }>();
  private jobStartedAt = 0;

  /**
   * Throws a UsageError that names the benchmark when one has no number n, and lets go of the plan's root processes.
   *
   * @param plan of a single variant.
   * @param now a monotonic clock, in milliseconds: processes are timed by it.
   */
  constructor(
    private readonly plan: Plan,
    private readonly criteria: CalibrationCriteria,
    private readonly seed: string,
    private readonly now: () => number,
  ) {
    try {
      this.configurations = plan.benchmarks.flatMap(calibratedOf);
    } catch (error) {
      plan.roots.releaseAll();
      throw error;
    }
  }

  /** How many configurations there are. */
  get count(): number {
    return this.configurations.length;
  }

  /** What is being run; undefined before the first block. */
  get position(): CalibrationPosition | undefined {
    return this.current;
  }

  /** Each block must have been run, and its samples added, when the next is taken. */
  *blocks(): Generator<Block> {
    for (const configuration of this.configurations) {
      const search = searchForN(this.criteria);
      let step = search.next();
      while (!step.done) {
        const request = step.value;
        this.current = {
          benchmark: configuration.benchmark,
          done: this.findings.length,
          configurations: this.count,
          request,
        };
        this.measured.clear();
        this.jobStartedAt = this.now();
        yield this.blockOf(configuration, request);
        step = search.next(this.reply(request));
      }
      this.findings.push(this.findingOf(configuration, step.value));
    }
  }

  /** Takes the sample of a job the moment that job has ended. */
  add(sample: Sample): void {
    const now = this.now();
    const n = sample.configuration.find(([key]) => key === 'n')?.[1];
    this.measured.set(Number(n), { sample, processSeconds: (now - this.jobStartedAt) / 1000 });
    this.jobStartedAt = now;
  }

  private reply({ ns }: CalibrationRequest): CalibrationReply {
    const found = ns.map((n) => this.measured.get(n));
    if (found.some((measured) => measured === undefined)) return null;
    return found.map((measured) => {
      const { sample, processSeconds } = measured!;
      return { rate: sample.rate, timeMs: sample.time * 1000, processSeconds };
    });
  }

  private findingOf({ benchmark, parameters }: Calibrated, result: SearchResult): CalibrationFinding {
    // A process reports its values with their types; the arguments, from which a plan reads them, are texts.
    const [reported] = this.measured.values();
    const typed = reported === undefined ? parameters : withoutN(reported.sample.configuration);
    return {
      filename: benchmark.filename,
      configuration: formatConfiguration(typed),
      parameters: typed,
      ...result,
    };
  }

  private blockOf(configuration: Calibrated, { stage, round, ns }: CalibrationRequest): Block {
    const { benchmark, parameters, declared, arm } = configuration;
    const place = `${this.seed}/${benchmark.filename}/${configurationKey(parameters)}/${ns[0]}/${stage}/${round}`;
    const sequence = seededRandom(place).shuffle([...ns]);
    return sequence.map(
      (n, position): Job => ({
        benchmark,
        configuration: declared.map(([key, value]) => [key, key === 'n' ? n : value] as const),
        variant: this.plan.variants[0]!,
        round,
        order: position + 1,
        nodeArguments: arm.nodeArguments,
        arguments: arm.arguments.map((argument) => (argument.startsWith('n=') ? `n=${n}` : argument)),
      }),
    );
  }
}
