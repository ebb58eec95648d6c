import type { Diagnosis, Machine } from '../model/environment';

/** Below this share of the CPUs, what else runs is taken for background. */
const QUIET_LOAD = 0.2;
/** Percent of time; PSI counts short waits of the tool itself too. */
const QUIET_PRESSURE = 5;
const QUIET_STEAL = 0.001;
const FULL_MEMORY = 0.1;
/** One CPU for the measured process, one for the tool and everything else. */
const ENOUGH_CPUS = 2;

const PAIRED = 'compare with --test paired, which looks at runs next to each other';

function diagnosis(
  code: string,
  disturbs: boolean | null,
  message: string,
  advice: string | null = null,
): Diagnosis {
  if (disturbs === null)
    return { code, state: 'unknown', message: 'this machine does not say', advice: null };
  return { code, state: disturbs ? 'disturbs' : 'good', message, advice: disturbs ? advice : null };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function ofLoad({ load, cpuCount }: Machine): Diagnosis {
  const one = load?.[0] ?? null;
  return diagnosis(
    'load',
    one === null ? null : one > QUIET_LOAD * cpuCount,
    `${one?.toFixed(2)} processes were running or waiting over the last minute, on ${cpuCount} CPUs`,
    'stop what else runs on this machine and wait a minute; `ps -e -o pcpu,args --sort=-pcpu | head` lists it',
  );
}

function ofPressure(machine: Machine): Diagnosis[] {
  return (['cpu', 'memory', 'io'] as const).map((resource) => {
    const share = machine.pressure[resource];
    return diagnosis(
      `pressure-${resource}`,
      share === null ? null : share > QUIET_PRESSURE,
      `${share} % of the last ten seconds some process waited for ${resource === 'cpu' ? 'a CPU' : resource}`,
      `stop what else uses ${resource === 'cpu' ? 'the CPUs' : resource}, or ${PAIRED}`,
    );
  });
}

function ofFrequency({ governor, turbo, smt, onBattery }: Machine): Diagnosis[] {
  return [
    diagnosis(
      'governor',
      governor === null ? null : governor !== 'performance',
      `the frequency governor is ${governor}`,
      'set it to performance for the run: `sudo corebench cpu fast`, and afterwards `sudo corebench cpu reset`',
    ),
    diagnosis(
      'turbo',
      turbo,
      turbo ? 'CPUs speed up while they are cool and few are busy' : 'turbo is off',
      'switch it off: write 1 to /sys/devices/system/cpu/intel_pstate/no_turbo, or 0 to /sys/devices/system/cpu/cpufreq/boost',
    ),
    diagnosis(
      'smt',
      smt,
      smt ? 'two CPUs may be one core and slow each other down' : 'every CPU is a core of its own',
      'pin the measured processes to a CPU whose sibling idles (--cpuset; siblings: /sys/devices/system/cpu/cpu0/topology/thread_siblings_list), or write off to /sys/devices/system/cpu/smt/control',
    ),
    diagnosis(
      'battery',
      onBattery,
      onBattery ? 'the machine runs on battery and saves power' : 'the battery is not in use',
      'plug it in',
    ),
  ];
}

function ofVirtualisation({ stealShare, virtualMachine }: Machine): Diagnosis[] {
  return [
    diagnosis(
      'virtual-machine',
      virtualMachine,
      virtualMachine ? 'this is a virtual machine: neighbours share its hardware' : 'no hypervisor is seen',
      `measure on a machine of your own, or ${PAIRED}`,
    ),
    diagnosis(
      'steal',
      stealShare === null ? null : stealShare > QUIET_STEAL,
      `the hypervisor gave ${percent(stealShare ?? 0)} of the CPU time since boot to others`,
      `use an instance with CPUs of its own, or ${PAIRED}`,
    ),
  ];
}

/** How many CPUs a list as taskset writes it names. */
function countCpus(list: string): number {
  return list
    .split(',')
    .map((part) => part.split('-').map(Number))
    .reduce((sum, [first, last]) => sum + (last ?? first!) - first! + 1, 0);
}

function ofLimits({ cpuCount, cpuQuota, allowedCpus }: Machine): Diagnosis[] {
  const usable = allowedCpus === null ? cpuCount : countCpus(allowedCpus);
  return [
    diagnosis(
      'cpu-count',
      usable < ENOUGH_CPUS,
      usable === 1
        ? 'there is one CPU for the measured process and everything else'
        : `${usable} CPUs can be used`,
      `measure where there are at least ${ENOUGH_CPUS} CPUs`,
    ),
    diagnosis(
      'cpu-quota',
      cpuQuota === null ? null : cpuQuota !== 'unlimited',
      cpuQuota === 'unlimited'
        ? 'the control group has no CPU limit'
        : `the control group may use ${cpuQuota} CPUs' worth of time: a process that uses more is stopped until the next period`,
      'run without a CPU limit (docker without --cpus, Kubernetes with equal requests and limits on a static CPU policy)',
    ),
  ];
}

function ofMemory({ memoryTotalKib, memoryAvailableKib, swapUsedKib }: Machine): Diagnosis[] {
  const available =
    memoryTotalKib === null || memoryAvailableKib === null ? null : memoryAvailableKib / memoryTotalKib;
  return [
    diagnosis(
      'memory',
      available === null ? null : available < FULL_MEMORY,
      `${percent(available ?? 0)} of the memory is available`,
      'free memory: the kernel reclaims pages while processes are measured',
    ),
    diagnosis(
      'swap',
      swapUsedKib === null ? null : swapUsedKib > 0,
      swapUsedKib === 0
        ? 'nothing is swapped out'
        : `${Math.round((swapUsedKib ?? 0) / 1024)} MiB are swapped out`,
      'free memory and empty the swap: `sudo swapoff -a && sudo swapon -a`',
    ),
  ];
}

function ofRandomisation({ addressRandomisation: on }: Machine): Diagnosis {
  return diagnosis(
    'address-randomisation',
    on === null ? null : !on,
    on
      ? 'addresses are randomised: memory layout averages out over runs'
      : 'every run has the same memory layout',
    'leave it on (`sudo sysctl kernel.randomize_va_space=2`), or give --isolate-env: one layout may favour one side',
  );
}

/** What on a machine will disturb a measurement, and what to do about each. */
export function diagnose(machine: Machine): Diagnosis[] {
  return [
    ofLoad(machine),
    ...ofPressure(machine),
    ...ofFrequency(machine),
    ...ofVirtualisation(machine),
    ...ofLimits(machine),
    ...ofMemory(machine),
    ofRandomisation(machine),
  ];
}
