import type { Warning } from './warning';

export type TestKind = 'welch' | 'paired';
export type Verdict = 'regressed' | 'ok' | 'undecided';

/** Ends of an interval; an end may be infinite. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** What the gate says of one finding. */
export interface GateFinding {
  readonly verdict: Verdict;
  /** One-sided p against the threshold. */
  readonly p: number;
  /** p after Holm–Bonferroni over all findings of the run. */
  readonly adjustedP: number;
  /** Percent; the largest loss (of memory: growth) that the 95 % interval leaves possible (0 when none). */
  readonly worstLossPercent: number;
  /** Runs a side that would probably settle an undecided finding; null when it is settled or cannot be told. */
  readonly runsToSettle: number | null;
}

/** What the analysis says of the memory of one configuration compared under two variants. */
export interface MemoryFinding {
  /** Runs whose peak RSS is known. */
  readonly oldCount: number;
  readonly newCount: number;
  /** Medians in KiB; NaN where nothing was read. */
  readonly oldPeakKib: number;
  readonly newPeakKib: number;
  readonly oldTreeKib: number;
  readonly newTreeKib: number;
  /** How much larger the peak of new is, in percent; NaN where it cannot be told. */
  readonly change: number;
  /** The 95 % interval of the change in percent; both ends NaN where there is none. */
  readonly interval: Interval;
  /** Two-sided; NaN where no test is possible. */
  readonly p: number;
  /** p after Holm–Bonferroni over the run's memory findings. */
  readonly adjustedP: number;
  readonly gate: GateFinding | null;
  readonly warnings: readonly Warning[];
}

/** What one of several machines says of a configuration. */
export interface MachineFinding {
  /** Counted from 1, in the order of the recordings. */
  readonly machine: number;
  readonly oldCount: number;
  readonly newCount: number;
  /** Percent. */
  readonly improvement: number;
  /** Its 95 % interval in percent. */
  readonly interval: Interval;
}

/** What the analysis says of one configuration compared under two variants. */
export interface ComparisonFinding {
  readonly filename: string;
  /** The `configuration` column: `n=100 encoding='utf8'`. */
  readonly configuration: string;
  readonly oldCount: number;
  readonly newCount: number;
  readonly oldMean: number;
  readonly newMean: number;
  /** Percent; NaN when a side has no sample. */
  readonly improvement: number;
  /** Two-sided; NaN when no test is possible. */
  readonly p: number;
  /** p after Holm–Bonferroni over the run's findings. */
  readonly adjustedP: number;
  /** Half-widths in percent at 5 %, 1 % and 0.1 %; NaN when they do not exist. */
  readonly accuracy: readonly [number, number, number];
  /** The 95 % interval of the improvement in percent. */
  readonly interval: Interval;
  readonly gate: GateFinding | null;
  /** null where no memory was read. */
  readonly memory: MemoryFinding | null;
  /** Each machine by itself; absent where all samples come from one. */
  readonly machines?: readonly MachineFinding[];
  readonly warnings: readonly Warning[];
}

/** What the design of blocks tells of the machine. */
export interface Pairing {
  /** Pairs of all configurations. */
  readonly pairs: number;
  /** Correlation of the log rates within pairs, −1 to 1; NaN when it cannot be told. */
  readonly correlation: number;
  /** By how many percent the second job of a block is faster than the first, with its 95 % interval; null when unknown. */
  readonly positionEffect: (Interval & { readonly percent: number }) | null;
}

/** The analysis of a whole comparison. */
export interface Comparison {
  readonly test: TestKind;
  /** Percent; null without a gate. */
  readonly maxRegression: number | null;
  /** Percent of peak RSS; null without a gate on memory. */
  readonly maxMemoryRegression: number | null;
  /** In the order measured. */
  readonly findings: readonly ComparisonFinding[];
  /** null where the samples do not say which ran together. */
  readonly pairing: Pairing | null;
  /** Runs a side after which rows could stop; absent where the length of the run was fixed. */
  readonly looks?: readonly number[];
  /** Warnings about the run as a whole. */
  readonly warnings: readonly Warning[];
}
