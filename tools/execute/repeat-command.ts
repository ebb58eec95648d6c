import { type Benchmark, benchmarkPath, type Variant } from '../model/job';
import type { Inherited } from './preload';

/** One argument as a POSIX shell reads it back: bare where nothing in it is special, else in single quotes. */
export function shellQuote(argument: string): string {
  if (/^[\w@%+=:,./-]+$/.test(argument)) return argument;
  return `'${argument.replaceAll("'", "'\\''")}'`;
}

/** The shell command that repeats a root pass, or else a job, as it was run. */
export function repeatCommand(
  variant: Variant,
  nodeArguments: readonly string[],
  benchmark: Benchmark,
  args: readonly string[],
  how: { rootPass: boolean; cpuset: string | null; inherited?: Inherited },
): string {
  const { environment = {}, workingDirectory, umask } = how.inherited ?? {};
  const changes = Object.entries(environment);
  const unset = changes.filter(([, value]) => value === null).map(([name]) => name);
  const before = [
    ...(workingDirectory === undefined ? [] : [`cd ${shellQuote(workingDirectory)} &&`]),
    ...(umask === undefined ? [] : [`umask ${umask.toString(8)} &&`]),
    ...(unset.length === 0 ? [] : [`unset ${unset.join(' ')};`]),
    ...changes.flatMap(([name, value]) => (value === null ? [] : [`${name}=${shellQuote(value)}`])),
    ...(variant.port === undefined || 'PORT' in environment ? [] : [`PORT=${variant.port}`]),
  ];
  const pinned = how.cpuset === null ? [] : ['taskset', '-c', how.cpuset];
  const program = [...pinned, variant.binary, ...nodeArguments];
  const words = [...program, benchmarkPath(benchmark, variant), ...args].map(shellQuote).join(' ');
  return [...before, ...(how.rootPass ? [] : ['NODE_RUN_BENCHMARK_FN=']), words].join(' ');
}
