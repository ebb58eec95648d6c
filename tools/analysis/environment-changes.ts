import type { Environment, Machine } from '../model/environment';
import type { Warning } from '../model/warning';

/** What of a machine stays the same between two runs that may be compared. Load and its like are not among it. */
const LASTING: readonly (readonly [key: keyof Machine, name: string])[] = [
  ['cpuModel', 'CPU model'],
  ['cpuCount', 'number of CPUs'],
  ['allowedCpus', 'CPUs the tool may use'],
  ['governor', 'frequency governor'],
  ['turbo', 'turbo'],
  ['smt', 'SMT'],
  ['cpuQuota', 'CPU quota of the control group'],
  ['kernel', 'kernel'],
  ['virtualMachine', 'virtual machine'],
  ['addressRandomisation', 'address space randomisation'],
  ['onBattery', 'running on battery'],
  ['memoryTotalKib', 'memory in KiB'],
];

function shown(value: unknown): string {
  if (value === null) return 'unknown';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return String(value);
}

/**
 * One warning, code `environment-changed`, for everything that differs between two environments and can change rates:
 * the machine's lasting properties, the CPU set, the binaries of variants that both have. Load, pressure, steal and
 * free memory always differ and the seed may: none of them is compared.
 */
export function environmentChanges(before: Environment, after: Environment): Warning[] {
  const changes: string[] = [];
  const compare = (name: string, was: unknown, is: unknown) => {
    if (was !== is) changes.push(`${name} was ${shown(was)}, is ${shown(is)}`);
  };
  for (const [key, name] of LASTING) compare(name, before.machine[key], after.machine[key]);
  if (before.cpuset !== after.cpuset) {
    changes.push(`CPU set was ${before.cpuset ?? 'none'}, is ${after.cpuset ?? 'none'}`);
  }
  for (const binary of after.binaries) {
    const earlier = before.binaries.find(({ label }) => label === binary.label);
    if (earlier === undefined || earlier.sha256 === binary.sha256) continue;
    const [was, is] = [earlier, binary].map(({ path, versions }) => `${path} (${versions?.['node'] ?? '?'})`);
    changes.push(`the binary "${binary.label}" is another file: it was ${was}, is ${is}`);
  }
  return changes.map((message) => ({ code: 'environment-changed', message }));
}
