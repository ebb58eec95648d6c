import { UsageError } from '../model/errors';

/** What `--set` says: values for variables of the benchmarks, and the CPU set under its own name. */
export interface Settings {
  /** `variable=value`, in the order given. */
  readonly variables: readonly string[];
  /** The value of `CPUSET=`, null when it was not given. */
  readonly cpuset: string | null;
}

/**
 * Reads the values of `--set`.
 * Throws a UsageError for one that is not `variable=value`, and for two CPU sets.
 */
export function parseSettings(values: readonly string[]): Settings {
  const variables: string[] = [];
  let cpuset: string | null = null;
  for (const value of values) {
    const at = value.indexOf('=');
    if (at < 1) throw new UsageError(`--set: "${value}" is not of the form variable=value`);
    if (value.slice(0, at) !== 'CPUSET') variables.push(value);
    else if (cpuset !== null) throw new UsageError('--set: CPUSET is given twice');
    else cpuset = value.slice(at + 1);
  }
  return { variables, cpuset };
}
