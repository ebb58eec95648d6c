import type { Configuration } from './configuration';
import type { Interval } from './finding';
import type { Warning } from './warning';

/** What an n must fulfil, and which n are tried. */
export interface CalibrationCriteria {
  /** Rounds before the first look at an n; three times as many before the last. */
  readonly runs: number;
  /** The shortest measurement allowed, in milliseconds. */
  readonly minTimeMs: number;
  /** n is not increased to where a process would measure longer than this, in milliseconds. */
  readonly maxTimeMs: number;
  /** The largest coefficient of variation of the rate between processes, as a share: .05 is 5 %. */
  readonly cvThreshold: number;
  /** The largest change of the rate from one n to the next, as a share. */
  readonly tolerance: number;
  readonly startN: number;
  /** Factor from one n to the next, above 1. */
  readonly increase: number;
  /** 0: startN alone is checked. */
  readonly maxIncreases: number;
}

/** How one n fell short. */
export interface Shortcoming {
  /**
   * `too-short`: a process measured less than the floor. `rate-changes`: the rate at the next n differs. `undecided`:
   * the samples do not tell whether it does. `unstable`: the processes vary too much. `constant`: they do not vary at all.
   */
  readonly code: 'too-short' | 'rate-changes' | 'undecided' | 'unstable' | 'constant';
  readonly message: string;
}

/** What was measured at one n, and what it fell short of. */
export interface CalibrationAttempt {
  readonly n: number;
  /** Processes at n. */
  readonly processes: number;
  /** The shortest time that one of them measured, in milliseconds. */
  readonly shortestMs: number;
  /** Operations per second; null when a measurement was too short. */
  readonly meanRate: number | null;
  /** Coefficient of variation of the rates; null when a measurement was too short. */
  readonly cv: number | null;
  /** The change of the rate to the next n as a share, with its 98 % interval; null as above, and for too few processes. */
  readonly change: (Interval & { readonly nextN: number; readonly estimate: number }) | null;
  /** Empty when n fulfils every criterion. */
  readonly shortcomings: readonly Shortcoming[];
}

/** Why the search of a configuration ended without an n. */
export interface CalibrationStop {
  readonly code: 'max-increases' | 'max-time' | 'process-failed';
  readonly message: string;
}

/** What measuring with an n costs, in seconds from the start of a process to its end. */
export interface CalibrationCost {
  readonly secondsPerProcess: number;
  /** A comparison of this configuration: 30 runs on each side. */
  readonly secondsPerCompare: number;
}

/** The n of one configuration, or why there is none. */
export interface CalibrationFinding {
  readonly filename: string;
  /** The `configuration` column without n. */
  readonly configuration: string;
  readonly parameters: Configuration;
  /** null when no n tried fulfils the criteria. */
  readonly n: number | null;
  /** null when n was found. */
  readonly stop: CalibrationStop | null;
  /** null without n. */
  readonly cost: CalibrationCost | null;
  /** Every n tried, in order. */
  readonly attempts: readonly CalibrationAttempt[];
  readonly warnings: readonly Warning[];
}

export interface Calibration {
  readonly criteria: CalibrationCriteria;
  readonly seed: string;
  /** In the order measured. */
  readonly findings: readonly CalibrationFinding[];
}
