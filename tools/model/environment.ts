/** Share of time in percent, over the last ten seconds, in which some process waited for a resource (PSI `some avg10`). */
export interface Pressure {
  readonly cpu: number | null;
  readonly memory: number | null;
  readonly io: number | null;
}

/** What a machine says of itself. null: it does not say. */
export interface Machine {
  readonly cpuModel: string | null;
  /** CPUs that are online. */
  readonly cpuCount: number;
  /** CPUs the tool itself may use, as taskset writes them. */
  readonly allowedCpus: string | null;
  /** The scaling governors in use, each once, sorted: `performance`, or `performance, powersave`. */
  readonly governor: string | null;
  /** Whether CPUs may exceed their nominal frequency. */
  readonly turbo: boolean | null;
  /** Whether two CPUs may be one core. */
  readonly smt: boolean | null;
  /** Processes running or waiting to run, mean over 1, 5 and 15 minutes. */
  readonly load: readonly [number, number, number] | null;
  /** Share of all CPU time since boot that the hypervisor gave to others, 0 to 1. */
  readonly stealShare: number | null;
  readonly pressure: Pressure;
  /** CPUs' worth of time that the control group may use; `unlimited` when it is not bounded. */
  readonly cpuQuota: number | 'unlimited' | null;
  /** `Linux 6.1.0-18-amd64`. */
  readonly kernel: string;
  readonly virtualMachine: boolean | null;
  /** Whether addresses are randomised (ASLR). */
  readonly addressRandomisation: boolean | null;
  readonly onBattery: boolean | null;
  readonly memoryTotalKib: number | null;
  readonly memoryAvailableKib: number | null;
  readonly swapUsedKib: number | null;
}

/** A binary that was measured. */
export interface MeasuredBinary {
  /** The variant's label. */
  readonly label: string;
  readonly path: string;
  /** SHA-256 of the file, in hex; null when it could not be read. */
  readonly sha256: string | null;
  /** The versions of its components, `node` among them, as it tells them; null when it did not. */
  readonly versions: { readonly [component: string]: string } | null;
}

/** Everything outside the benchmarks that a run's figures depend on. */
export interface Environment {
  readonly machine: Machine;
  readonly binaries: readonly MeasuredBinary[];
  /** CPUs the measured processes were pinned to, as taskset writes them; null when they were not. */
  readonly cpuset: string | null;
  readonly seed: string;
}

/** What one property of a machine means for measurements. */
export interface Diagnosis {
  /** Stable, kebab-case: `load`, `governor`, … */
  readonly code: string;
  /** `unknown`: the machine does not say. */
  readonly state: 'good' | 'disturbs' | 'unknown';
  readonly message: string;
  /** What to do about it; null when there is nothing to do. */
  readonly advice: string | null;
}
