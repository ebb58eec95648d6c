import type { Configuration } from '../model/configuration';
import type { Benchmark, Job, Variant } from '../model/job';
import type { Failure, Outcome, Sample } from '../model/sample';
import { type Random, seededRandom } from '../stats/random';
import type { Discovery, Executor } from './executor';
import type { NoiseModel } from './noise';

/** What befalls a simulated job instead of a good sample. */
export type Fault = 'crash' | 'hang' | 'missing' | 'nan';

export interface SimulatedExecutorOptions {
  readonly seed: number | string;
  /** The configurations a benchmark declares under a variant. */
  readonly configurations: (benchmark: Benchmark, variant: Variant) => readonly Configuration[];
  /** The undisturbed rate of a job. */
  readonly rate: (job: Job) => number;
  /** The operations of a job, which with its rate give its time; 1 where absent. */
  readonly operations?: (job: Job) => number;
  /** The machine's disturbances; their factors multiply. */
  readonly noise: readonly NoiseModel[];
  readonly fault?: (job: Job) => Fault | null;
  /** The memory of a job; without it samples have none. */
  readonly memory?: (job: Job, random: Random) => SimulatedMemory;
}

export type SimulatedMemory = Pick<Sample, 'peakRssKib' | 'treeRssKib' | 'peakMethod' | 'memory' | 'series'>;

const FAULT_REASONS: Record<Fault, string> = {
  crash: 'exited with code 1',
  hang: 'timed out after 60 s',
  missing: 'reported no rate',
  nan: 'reported a rate of NaN or infinity, expected a finite positive number',
};

/**
 * Answers every job at once from a seeded model of a noisy machine, so that planning, order, recording, analysis and
 * gate can be tried over thousands of runs in seconds.
 */
export class SimulatedExecutor implements Executor {
  private readonly random: Random;
  private index = 0;

  constructor(private readonly options: SimulatedExecutorOptions) {
    this.random = seededRandom(options.seed);
  }

  async discover(benchmark: Benchmark, variant: Variant, settings: readonly string[]): Promise<Discovery> {
    const replaced = new Map<string, string[]>();
    for (const setting of settings) {
      const [key, value] = [setting.slice(0, setting.indexOf('=')), setting.slice(setting.indexOf('=') + 1)];
      replaced.set(key, [...(replaced.get(key) ?? []), value]);
    }
    const configurations = this.options
      .configurations(benchmark, variant)
      .filter((configuration) =>
        configuration.every(([key, value]) => replaced.get(key)?.includes(String(value)) ?? true),
      )
      .map((configuration) => ({
        configuration,
        nodeArguments: variant.nodeArguments,
        arguments: configuration.map(([key, value]) => `${key}=${value}`),
      }));
    return { configurations, failure: null, hasSetup: false, release: async () => {} };
  }

  async run(job: Job): Promise<Outcome> {
    let rate = this.options.rate(job);
    const position = { index: this.index++, order: job.order };
    for (const model of this.options.noise) rate *= model(position, this.random);
    const fault = this.options.fault?.(job) ?? null;
    if (fault !== null) {
      const failure: Failure = { job, reason: FAULT_REASONS[fault], stderr: '', command: 'simulated' };
      return { kind: 'failure', job, failure };
    }
    return {
      kind: 'sample',
      job,
      sample: {
        filename: job.benchmark.filename,
        configuration: job.configuration,
        variant: job.variant.label,
        round: job.round,
        order: job.order,
        rate,
        time: (this.options.operations?.(job) ?? 1) / rate,
        ...this.options.memory?.(job, this.random),
      },
    };
  }
}
