import type { Machine } from '../../tools/model/environment';

/** A quiet machine with everything known; what a test is about replaces it. */
export function machine(changes: Partial<Machine> = {}): Machine {
  return {
    cpuModel: 'Test CPU 3000',
    cpuCount: 4,
    allowedCpus: '0-3',
    governor: 'performance',
    turbo: false,
    smt: true,
    load: [0.1, 0.1, 0.1],
    stealShare: 0,
    pressure: { cpu: 0, memory: 0, io: 0 },
    cpuQuota: 'unlimited',
    kernel: 'Linux 6.1.0',
    virtualMachine: false,
    addressRandomisation: true,
    onBattery: false,
    memoryTotalKib: 16000,
    memoryAvailableKib: 8000,
    swapUsedKib: 0,
    ...changes,
  };
}
