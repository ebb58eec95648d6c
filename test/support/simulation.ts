import { analyzeComparison } from '../../tools/analysis/comparison';
import { SampleTable } from '../../tools/analysis/sample-table';
import { equalLooks, SequentialDesign } from '../../tools/analysis/sequential-design';
import { DecidedRun } from '../../tools/cli/decided-run';
import { measure } from '../../tools/cli/measure';
import { type NoiseModel, white } from '../../tools/execute/noise';
import {
  type Fault,
  SimulatedExecutor,
  type SimulatedExecutorOptions,
} from '../../tools/execute/simulated-executor';
import type { Configuration } from '../../tools/model/configuration';
import type { Comparison, TestKind } from '../../tools/model/finding';
import type { Benchmark, Job, Variant } from '../../tools/model/job';
import { makePlan } from '../../tools/plan/plan';
import type { Order } from '../../tools/plan/schedule';
import { CsvWriter } from '../../tools/record/csv-writer';
import { testContext } from './context';

export const BENCHMARK: Benchmark = { filename: 'strings/join.js', path: '/benchmarks/strings/join.js' };

export function variant(label: string, ...nodeArguments: string[]): Variant {
  return { label, binary: `/bin/node-${label}`, nodeArguments };
}

export const OLD = variant('old');
export const NEW = variant('new');

/** `count` configurations that differ in one parameter. */
export function configurations(count: number): Configuration[] {
  return Array.from({ length: count }, (_, at) => [
    ['n', 100],
    ['length', at + 1],
  ]);
}

export interface SimulationOptions {
  readonly seed?: number | string;
  readonly count?: number;
  readonly noise?: readonly NoiseModel[];
  /** New over old, of each configuration. */
  readonly ratio?: (job: Job) => number;
  readonly fault?: (job: Job) => Fault | null;
  readonly memory?: SimulatedExecutorOptions['memory'];
}

/** A machine on which `new` runs at `ratio` times the rate of `old`. */
export function simulatedExecutor(options: SimulationOptions = {}): SimulatedExecutor {
  const ratio = options.ratio ?? (() => 1);
  return new SimulatedExecutor({
    seed: options.seed ?? 1,
    configurations: () => configurations(options.count ?? 2),
    rate: (job) => 1e6 * (job.variant.label === 'new' ? ratio(job) : 1),
    noise: options.noise ?? [white(0.02)],
    ...(options.fault === undefined ? {} : { fault: options.fault }),
    ...(options.memory === undefined ? {} : { memory: options.memory }),
  });
}

export interface SimulatedRun extends SimulationOptions {
  readonly runs?: number;
  readonly order?: Order;
  readonly maxRegression?: number | null;
  readonly test?: TestKind;
  /** Stop early, with at most so many runs a configuration; needs a gate. */
  readonly maxRuns?: number;
}

const designs = new Map<number, SequentialDesign>();

/** Kept, because what a design works out on demand takes longer than a simulated run. */
function designFor(maxRuns: number): SequentialDesign {
  const design = designs.get(maxRuns) ?? new SequentialDesign(equalLooks(maxRuns));
  designs.set(maxRuns, design);
  return design;
}

/** A whole comparison on a simulated machine: planned, run, written as CSV, analysed, judged. */
export async function simulateComparison(options: SimulatedRun = {}): Promise<Comparison> {
  const executor = simulatedExecutor(options);
  const signal = new AbortController().signal;
  const plan = await makePlan(executor, [BENCHMARK], [OLD, NEW], [], signal);
  const table = new SampleTable();
  const schedule = {
    runs: options.runs ?? 30,
    seed: String(options.seed ?? 1),
    order: options.order ?? ('random' as const),
    shuffleConfigurations: false,
  };
  const test = options.test ?? 'welch';
  const deciding =
    options.maxRuns === undefined
      ? null
      : new DecidedRun(
          {
            decide: true,
            'max-runs': options.maxRuns,
            runs: schedule.runs,
            test,
            'max-regression': options.maxRegression ?? 0,
            'max-memory-regression': null,
          },
          designFor(options.maxRuns),
        );
  const csv = new CsvWriter({ write() {}, close() {} }, { kind: 'compare', memory: false });
  await measure({
    plan,
    executor,
    schedule,
    blocks: deciding?.blocks(plan, schedule, table),
    context: testContext(executor),
    signal,
    bail: false,
    progress: true,
    tellSeed: false,
    dataOnStdout: false,
    recording: null,
    onSample(sample) {
      csv.write(sample);
      table.add(sample);
    },
  });
  return analyzeComparison(table.all, {
    test,
    maxRegression: options.maxRegression ?? null,
    design: deciding?.design ?? null,
  });
}
