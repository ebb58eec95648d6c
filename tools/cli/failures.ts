import { formatConfiguration } from '../model/configuration';
import type { RecordedFailure } from '../model/recording';
import type { Failure } from '../model/sample';
import type { Plan } from '../plan/plan';
import type { Context } from './context';

const STDERR_LINES = 15;

/** What failed and why, as far as a recording tells it too. */
export type FailedPlace = Pick<RecordedFailure, 'filename' | 'configuration' | 'variant' | 'reason'>;

function placeOf({ job, reason }: Failure): FailedPlace {
  const { benchmark, configuration, variant } = job;
  return { filename: benchmark.filename, configuration, variant: variant.label, reason };
}

function nameOf({ filename, configuration, variant }: FailedPlace): string {
  const parameters = formatConfiguration(configuration);
  return `${filename}${parameters === '' ? '' : ` ${parameters}`} (${variant})`;
}

/** One failure in full: what failed, why, the end of its stderr, how to repeat it. */
export function describeFailure(failure: Failure): string {
  const lines = failure.stderr
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '');
  const kept = lines.slice(-STDERR_LINES).map((line) => `    ${line}`);
  if (lines.length > kept.length) kept.unshift(`    … ${lines.length - kept.length} lines before`);
  return [
    `failed: ${nameOf(placeOf(failure))}: ${failure.reason}`,
    ...kept,
    `  repeat with: ${failure.command}`,
  ].join('\n');
}

/** The failures of a run, each place and reason once, with how often it occurred; nothing when there are none. */
export function failureLines(failures: readonly FailedPlace[]): string[] {
  if (failures.length === 0) return [];
  const counts = new Map<string, number>();
  for (const failure of failures) {
    const key = `${nameOf(failure)}: ${failure.reason}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const lines = [...counts].map(([line, count]) => `  ${line}${count > 1 ? ` (${count} times)` : ''}`);
  return ['Failed:', ...lines];
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
  const lines = failureLines(failures.map(placeOf));
  if (skippedJobs > 0) {
    lines.push(`  ${skippedJobs} further runs of these were skipped after two failures in a row.`);
  }
  lines.push(...unpairedLines(plan.unpaired));
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

export async function reportFailure(failure: Failure, context: Context): Promise<void> {
  await context.stderr.write(`${describeFailure(failure)}\n`);
}
