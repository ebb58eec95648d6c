import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { UsageError } from '../model/errors';

/**
 * The CPU numbers of a list as taskset writes it: `0`, `0-2,5`, `0-6:2`.
 * Throws a UsageError for anything else.
 */
export function parseCpuList(list: string): number[] {
  const cpus = new Set<number>();
  for (const part of list.split(',')) {
    const match = /^(\d+)(?:-(\d+)(?::(\d+))?)?$/.exec(part);
    const first = Number(match?.[1]);
    const last = Number(match?.[2] ?? match?.[1]);
    const step = Number(match?.[3] ?? 1);
    if (match === null || last < first || step < 1) {
      throw new UsageError(`the CPU set "${list}" is not a list of CPUs such as 0, 0-2 or 0,2-3`);
    }
    for (let cpu = first; cpu <= last; cpu += step) cpus.add(cpu);
  }
  return [...cpus].sort((a, b) => a - b);
}

/** The CPUs the kernel lets this process use, as the text of /proc/self/status has them; null without /proc. */
export function allowedCpuList(): string | null {
  try {
    return /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1] ?? null;
  } catch {
    return null;
  }
}

/**
 * Checks that a CPU set can be used: well formed, within the CPUs this process may use, taskset installed.
 * Throws a UsageError that says which of these failed.
 */
export function checkCpuset(cpuset: string): void {
  const asked = parseCpuList(cpuset);
  const allowed = allowedCpuList();
  if (allowed !== null) {
    const usable = new Set(parseCpuList(allowed));
    const missing = asked.filter((cpu) => !usable.has(cpu));
    if (missing.length > 0) {
      throw new UsageError(
        `the CPU set "${cpuset}" names CPU ${missing.join(', ')}, this process may use ${allowed}`,
      );
    }
  }
  if (spawnSync('taskset', ['--version'], { stdio: 'ignore' }).error) {
    throw new UsageError(
      `the CPU set "${cpuset}" needs the program taskset (package util-linux), which is not installed`,
    );
  }
}
