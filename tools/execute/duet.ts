import { readFileSync } from 'node:fs';
import { UsageError } from '../model/errors';
import { allowedCpuList, checkCpuset, parseCpuList } from './cpuset';

/** The first CPU of the core that a CPU belongs to; the CPU itself where the machine does not say. */
function coreOf(cpu: number): number {
  try {
    const file = `/sys/devices/system/cpu/cpu${cpu}/topology/thread_siblings_list`;
    return parseCpuList(readFileSync(file, 'latin1').trim())[0]!;
  } catch {
    return cpu;
  }
}

/**
 * Splits CPUs into two disjoint sets of equal size, the CPUs of one core on the same side where that can be; an odd one is
 * left to everything else. `core` gives the core of a CPU. Throws a UsageError for fewer than two CPUs.
 */
export function splitCpus(cpus: readonly number[], core: (cpu: number) => number): [string, string] {
  const half = Math.floor(cpus.length / 2);
  if (half === 0) {
    throw new UsageError(
      `--duet runs two processes at once, each on CPUs of its own: it needs two, this process may use only CPU ${cpus.join(',')}`,
    );
  }
  const byCore = [...cpus].sort((a, b) => core(a) - core(b) || a - b);
  return [byCore.slice(0, half).join(','), byCore.slice(half, 2 * half).join(',')];
}

/**
 * The two CPU sets of a duet: halves of the set asked for, else of all that this process may use. Throws a UsageError
 * where there are fewer than two CPUs, where that cannot be known, and where taskset is missing.
 */
export function duetCpusets(cpuset: string | null): [string, string] {
  const list = cpuset ?? allowedCpuList();
  if (list === null) throw new UsageError('--duet needs /proc and taskset, so it works on Linux only');
  const sets = splitCpus(parseCpuList(list), coreOf);
  checkCpuset(sets.join(','));
  return sets;
}
