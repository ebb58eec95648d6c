import { readdirSync, readFileSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Machine } from '../model/environment';

/** Reads files below a root, `/` or a test's imitation of it; null for what is not there. */
class Files {
  constructor(readonly root: string) {}

  read(file: string): string | null {
    try {
      return readFileSync(path.join(this.root, file), 'latin1').trim();
    } catch {
      return null;
    }
  }

  list(folder: string): string[] {
    try {
      return readdirSync(path.join(this.root, folder)).sort();
    } catch {
      return [];
    }
  }

  /** The first group of `pattern` in a file. */
  find(file: string, pattern: RegExp): string | null {
    return pattern.exec(this.read(file) ?? '')?.[1] ?? null;
  }

  number(file: string, pattern: RegExp): number | null {
    const found = this.find(file, pattern);
    return found === null ? null : Number(found);
  }
}

const CPU_FOLDER = 'sys/devices/system/cpu';

function governorOf(files: Files): string | null {
  const governors = files
    .list(CPU_FOLDER)
    .filter((name) => /^cpu\d+$/.test(name))
    .flatMap((name) => files.read(`${CPU_FOLDER}/${name}/cpufreq/scaling_governor`) ?? []);
  return governors.length === 0 ? null : [...new Set(governors)].sort().join(', ');
}

function switchedOn(text: string | null): boolean | null {
  return text === null ? null : text === '1';
}

function turboOf(files: Files): boolean | null {
  const noTurbo = switchedOn(files.read(`${CPU_FOLDER}/intel_pstate/no_turbo`));
  return noTurbo === null ? switchedOn(files.read(`${CPU_FOLDER}/cpufreq/boost`)) : !noTurbo;
}

function loadOf(files: Files): Machine['load'] {
  const [one, five, fifteen] = (files.read('proc/loadavg') ?? '').split(' ').map(Number);
  return one === undefined || five === undefined || fifteen === undefined ? null : [one, five, fifteen];
}

/** Clock ticks of all CPUs since boot, and those of them in which the hypervisor ran somebody else (proc(5), `steal`). */
function cpuTicks(files: Files): { readonly total: number; readonly steal: number } | null {
  const line = files.find('proc/stat', /^cpu\s+(.+)$/m);
  // user nice system idle iowait irq softirq steal; the two guest columns are contained in user and nice.
  const ticks = line?.split(/\s+/).slice(0, 8).map(Number) ?? [];
  return ticks.length < 8 ? null : { total: ticks.reduce((a, b) => a + b, 0), steal: ticks[7]! };
}

/** The control groups this process is in, innermost first, as folders of the hierarchy `prefix`. */
function ancestors(group: string, prefix: string): string[] {
  const folders = [path.posix.join(prefix, group)];
  for (let at = group; at !== '/'; ) {
    at = path.posix.dirname(at);
    folders.push(path.posix.join(prefix, at));
  }
  return folders;
}

/** The tightest CPU limit of this process's control groups (cpu.max of version 2, cpu.cfs_quota_us of version 1). */
function cpuQuotaOf(files: Files): Machine['cpuQuota'] {
  const membership = files.read('proc/self/cgroup');
  if (membership === null) return null;
  const unified = /^0::(\/.*)$/m.exec(membership)?.[1];
  const cpuGroup = /^\d+:(?:[^:]*,)?cpu(?:,[^:]*)?:(\/.*)$/m.exec(membership)?.[1];
  const limits: number[] = [];
  for (const folder of unified === undefined ? [] : ancestors(unified, 'sys/fs/cgroup')) {
    const [quota, period] = (files.read(`${folder}/cpu.max`) ?? '').split(' ');
    if (period !== undefined) limits.push(quota === 'max' ? Infinity : Number(quota) / Number(period));
  }
  for (const folder of cpuGroup === undefined ? [] : ancestors(cpuGroup, 'sys/fs/cgroup/cpu')) {
    const quota = files.number(`${folder}/cpu.cfs_quota_us`, /^(-?\d+)$/);
    const period = files.number(`${folder}/cpu.cfs_period_us`, /^(\d+)$/);
    if (quota !== null && period !== null) limits.push(quota < 0 ? Infinity : quota / period);
  }
  // The outermost group of version 2 has no cpu.max: no limit file at all means that nothing is limited.
  const least = Math.min(...limits);
  return least === Infinity ? 'unlimited' : least;
}

function onBattery(files: Files): boolean | null {
  const states = files
    .list('sys/class/power_supply')
    .filter((name) => files.read(`sys/class/power_supply/${name}/type`) === 'Battery')
    .flatMap((name) => files.read(`sys/class/power_supply/${name}/status`) ?? []);
  return states.length === 0 ? null : states.includes('Discharging');
}

/**
 * What the machine says of itself at this moment. `root` stands for `/`. Where there is no /proc, only the CPU model,
 * the number of CPUs and the kernel are known.
 */
export function readMachine(root = '/'): Machine {
  const files = new Files(root);
  const pressure = (resource: string) => files.number(`proc/pressure/${resource}`, /^some avg10=([\d.]+)/m);
  const memory = (name: string) => files.number('proc/meminfo', new RegExp(`^${name}:\\s+(\\d+) kB`, 'm'));
  const ticks = cpuTicks(files);
  const flags = files.find('proc/cpuinfo', /^flags\s*:\s*(.+)$/m);
  const [swapTotal, swapFree] = [memory('SwapTotal'), memory('SwapFree')];
  const randomisation = files.number('proc/sys/kernel/randomize_va_space', /^(\d)$/);
  const named = files.find('proc/cpuinfo', /^model name\s*:\s*(.+)$/m) ?? os.cpus()[0]?.model ?? '';
  const processors = files.read('proc/cpuinfo')?.match(/^processor\s*:/gm)?.length;
  return {
    cpuModel: named === '' || named === 'unknown' ? null : named.trim(),
    cpuCount: processors ?? os.cpus().length,
    allowedCpus: files.find('proc/self/status', /^Cpus_allowed_list:\s*(\S+)/m),
    governor: governorOf(files),
    turbo: turboOf(files),
    smt: switchedOn(files.read(`${CPU_FOLDER}/smt/active`)),
    load: loadOf(files),
    stealShare: ticks === null || ticks.total === 0 ? null : ticks.steal / ticks.total,
    pressure: { cpu: pressure('cpu'), memory: pressure('memory'), io: pressure('io') },
    cpuQuota: cpuQuotaOf(files),
    kernel: `${os.type()} ${files.read('proc/sys/kernel/osrelease') ?? os.release()}`,
    virtualMachine: flags === null ? null : flags.split(' ').includes('hypervisor'),
    addressRandomisation: randomisation === null ? null : randomisation > 0,
    onBattery: onBattery(files),
    memoryTotalKib: memory('MemTotal'),
    memoryAvailableKib: memory('MemAvailable'),
    swapUsedKib: swapTotal === null || swapFree === null ? null : swapTotal - swapFree,
  };
}

/** Clock ticks since boot that the hypervisor took from all CPUs together; null where the kernel does not count them. */
export function stealTicks(root = '/'): number | null {
  return cpuTicks(new Files(root))?.steal ?? null;
}
