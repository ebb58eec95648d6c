import { calibrateTool } from '../../benchmark/calibrate-n';
import { runTool } from '../../tools/cli/tool';
import type { NoiseModel } from '../../tools/execute/noise';
import { type Fault, SimulatedExecutor } from '../../tools/execute/simulated-executor';
import type { Calibration } from '../../tools/model/calibration';
import type { Configuration } from '../../tools/model/configuration';
import type { Job } from '../../tools/model/job';
import { recordedStream, testContext } from './context';

export function nOf(job: Job): number {
  return Number(job.configuration.find(([key]) => key === 'n')![1]);
}

/** The rate at n of code that costs `warmUpMs` once and `nanoseconds` an operation. */
export function warmingUp(warmUpMs: number, nanoseconds: number): (job: Job) => number {
  return (job) => (1e9 * nOf(job)) / (warmUpMs * 1e6 + nOf(job) * nanoseconds);
}

export interface SimulatedCalibration {
  readonly arguments?: readonly string[];
  readonly rate: (job: Job) => number;
  readonly noise: readonly NoiseModel[];
  readonly configurations?: readonly Configuration[];
  readonly fault?: (job: Job) => Fault | null;
  readonly seed?: number | string;
  readonly stderr?: ReturnType<typeof recordedStream>;
}

export interface CalibrationRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Every job that was run, in order. */
  readonly jobs: readonly Job[];
}

/** `corebench calibrate-n` on a simulated machine, for one bundled benchmark. */
export async function runCalibration(options: SimulatedCalibration): Promise<CalibrationRun> {
  const jobs: Job[] = [];
  const seed = String(options.seed ?? 1);
  const executor = new SimulatedExecutor({
    seed,
    configurations: () => options.configurations ?? [[['n', 1000]]],
    rate(job) {
      jobs.push(job);
      return options.rate(job);
    },
    operations: nOf,
    noise: options.noise,
    ...(options.fault === undefined ? {} : { fault: options.fault }),
  });
  const context = testContext(executor, { stderr: options.stderr ?? recordedStream() });
  const argv = ['--seed', seed, ...(options.arguments ?? []), 'url/url-parse.js'];
  const code = await runTool(calibrateTool, argv, context);
  return { code, stdout: context.stdout.text(), stderr: context.stderr.text(), jobs };
}

/** The same, its JSON read. */
export async function calibrate(
  options: SimulatedCalibration,
): Promise<CalibrationRun & { readonly calibration: Calibration }> {
  const run = await runCalibration({ ...options, arguments: ['--json', ...(options.arguments ?? [])] });
  return { ...run, calibration: JSON.parse(run.stdout) as Calibration };
}
