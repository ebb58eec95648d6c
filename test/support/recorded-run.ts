import { compareTool } from '../../benchmark/compare';
import { runTool } from '../../tools/cli/tool';
import type { Executor } from '../../tools/execute/executor';
import type { Job } from '../../tools/model/job';
import type { Outcome } from '../../tools/model/sample';
import { testContext } from './context';
import { type SimulationOptions, simulatedExecutor } from './simulation';

/**
 * A machine whose noise depends on the job alone, not on what ran before: a run that is interrupted and taken up again
 * meets the same rates. `onJob` is called before each job.
 */
export function jobSeededExecutor(
  options: SimulationOptions,
  onJob: (job: Job) => void | Promise<void> = () => {},
): Executor {
  const planner = simulatedExecutor(options);
  return {
    discover: (benchmark, variant, settings) => planner.discover(benchmark, variant, settings),
    async run(job: Job): Promise<Outcome> {
      await onJob(job);
      const place = JSON.stringify([job.configuration, job.variant.label, job.round]);
      return simulatedExecutor({ ...options, seed: `${options.seed}/${place}` }).run(job);
    },
  };
}

export interface ToolEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** `compare` on a simulated machine, of one benchmark file that is real for the sake of its hash. */
export async function simulatedCompare(args: readonly string[], executor: Executor): Promise<ToolEnd> {
  const context = testContext(executor, {
    findNodeBinary: async (_, name) => ({ path: name!, version: 'v22.18.0', stripsTypes: false }),
  });
  const code = await runTool(compareTool, args, context);
  return { code, stdout: context.stdout.text(), stderr: context.stderr.text() };
}
