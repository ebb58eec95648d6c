import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { UsageError } from '../model/errors';

/** The governor that holds a CPU at its highest frequency. */
const FAST = 'performance';

/** The scaling governor of each CPU, by its name `cpu0`. */
export type Governors = Readonly<Record<string, string>>;

/** Where the governors are and where those found before `fast` are kept. */
export interface GovernorPlace {
  /** The folder with cpu0, cpu1, …: /sys/devices/system/cpu. */
  readonly cpuFolder: string;
  /** Lost with a reboot, as the governors themselves are, when it lies in /run. */
  readonly stateFile: string;
}

export const SYSTEM_GOVERNORS: GovernorPlace = {
  cpuFolder: '/sys/devices/system/cpu',
  stateFile: '/run/corebench/governors.json',
};

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}

function governorFile({ cpuFolder }: GovernorPlace, cpu: string): string {
  return path.join(cpuFolder, cpu, 'cpufreq', 'scaling_governor');
}

/** The governors in force; empty where frequencies cannot be set (virtual machines, containers, other systems). */
export function readGovernors(place: GovernorPlace): Governors {
  let names: string[] = [];
  try {
    names = readdirSync(place.cpuFolder).filter((name) => /^cpu\d+$/.test(name));
  } catch {
    // No such folder: not Linux.
  }
  const found = names
    .sort((a, b) => Number(a.slice(3)) - Number(b.slice(3)))
    .flatMap((cpu) => {
      const governor = readIfThere(governorFile(place, cpu));
      return governor === null ? [] : [[cpu, governor] as const];
    });
  return Object.fromEntries(found);
}

/** The governors that `fast` found and `reset` will restore; null when there is nothing to restore. */
export function savedGovernors({ stateFile }: GovernorPlace): Governors | null {
  const text = readIfThere(stateFile);
  if (text === null) return null;
  try {
    return JSON.parse(text) as Governors;
  } catch {
    throw new UsageError(`${stateFile} is damaged: set the governors by hand and delete it`);
  }
}

function refuse(what: string, error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    throw new UsageError(`${what} is not permitted (${code}): run it as root, outside a container`);
  }
  throw new UsageError(`${what} failed: ${message}`);
}

function write(place: GovernorPlace, governors: Governors): void {
  for (const [cpu, governor] of Object.entries(governors)) {
    const file = governorFile(place, cpu);
    try {
      writeFileSync(file, governor);
    } catch (error) {
      refuse(`setting the governor in ${file}`, error);
    }
  }
}

function requireGovernors(place: GovernorPlace): Governors {
  const governors = readGovernors(place);
  if (Object.keys(governors).length > 0) return governors;
  throw new UsageError(
    `this machine has no frequency governors to set (no cpufreq in ${place.cpuFolder}); virtual machines and containers have none`,
  );
}

/**
 * Sets every CPU's governor to `performance` and keeps what was set before, unless an earlier call keeps it already.
 * When one CPU refuses, the others are put back. Throws a UsageError where there are no governors, none called
 * performance, or no permission.
 */
export function makeFast(place: GovernorPlace): Governors {
  const before = requireGovernors(place);
  for (const cpu of Object.keys(before)) {
    const file = path.join(place.cpuFolder, cpu, 'cpufreq', 'scaling_available_governors');
    const available = readIfThere(file);
    if (available !== null && !available.split(/\s+/).includes(FAST)) {
      throw new UsageError(`${cpu} has no governor "${FAST}", only ${available}`);
    }
  }
  const isFirst = savedGovernors(place) === null;
  if (isFirst) {
    try {
      mkdirSync(path.dirname(place.stateFile), { recursive: true });
      writeFileSync(place.stateFile, `${JSON.stringify(before)}\n`);
    } catch (error) {
      refuse(`keeping the present governors in ${place.stateFile}`, error);
    }
  }
  try {
    write(place, Object.fromEntries(Object.keys(before).map((cpu) => [cpu, FAST])));
  } catch (error) {
    const changed = Object.entries(before).filter(
      ([cpu, governor]) => readGovernors(place)[cpu] !== governor,
    );
    write(place, Object.fromEntries(changed));
    if (isFirst) rmSync(place.stateFile, { force: true });
    throw error;
  }
  return readGovernors(place);
}

/** Puts back what `makeFast` found. Throws a UsageError when there is nothing to put back or it is not permitted. */
export function resetGovernors(place: GovernorPlace): Governors {
  const saved = savedGovernors(place);
  if (saved === null) {
    throw new UsageError(
      'nothing to reset: `corebench cpu fast` has not been used since the last start or reset',
    );
  }
  write(place, saved);
  rmSync(place.stateFile, { force: true });
  return readGovernors(place);
}
