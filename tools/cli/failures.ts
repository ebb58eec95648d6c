import { formatConfiguration } from '../model/configuration';
import type { Failure } from '../model/sample';
import type { Plan } from '../plan/plan';
import type { Context } from './context';

const STDERR_LINES = 15;

function nameOf({ job }: Failure): string {
  const configuration = formatConfiguration(job.configuration);
  return `${job.benchmark.filename}${configuration === '' ? '' : ` ${configuration}`} (${job.variant.label})`;
}

/** One failure in full: what failed, why, the end of its stderr, how to repeat it. */
export function describeFailure(failure: Failure): string {
  const lines = failure.stderr
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '');
  const kept = lines.slice(-STDERR_LINES).map((line) => `    ${line}`);
  if (lines.length > kept.length) kept.unshift(`    … ${lines.length - kept.length} lines before`);
  return [`failed: ${nameOf(failure)}: ${failure.reason}`, ...kept, `  repeat with: ${failure.command}`].join(
    '\n',
  );
}

/** The failures of a run, each place and reason once, with how often it occurred. */
function summarizeFailures(failures: readonly Failure[]): string[] {
  const counts = new Map<string, number>();
  for (const failure of failures) {
    const key = `${nameOf(failure)}: ${failure.reason}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([line, count]) => `  ${line}${count > 1 ? ` (${count} times)` : ''}`);
}

/** The list of configurations that only one side has; nothing when there are none. */
export function unpairedLines(unpaired: readonly string[]): string[] {
  if (unpaired.length === 0) return [];
  return ['Not compared, because only one side has it:', ...unpaired.map((line) => `  ${line}`)];
}

export interface Troubles {
  readonly plan: Plan;
  readonly failures: readonly Failure[];
  readonly skippedJobs: number;
}

/** Everything that keeps a run from being complete, as the list the tool ends with; empty when nothing does. */
export function describeTroubles({ plan, failures, skippedJobs }: Troubles): string {
  const lines: string[] = [];
  if (failures.length > 0) lines.push('Failed:', ...summarizeFailures(failures));
  if (skippedJobs > 0) {
    lines.push(`  ${skippedJobs} further runs of these were skipped after two failures in a row.`);
  }
  lines.push(...unpairedLines(plan.unpaired));
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

export async function reportFailure(failure: Failure, context: Context): Promise<void> {
  await context.stderr.write(`${describeFailure(failure)}\n`);
}
