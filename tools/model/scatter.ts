import type { Value } from './configuration';
import type { Interval } from './finding';
import type { RateSummary } from './rates';
import type { Warning } from './warning';

/** The memory of all samples of a group. */
export interface GroupMemory {
  /** Of the peaks, KiB. */
  readonly meanPeakKib: number;
  /** Half-width of the 95 % t interval of that mean; NaN for a single sample. */
  readonly halfWidthKib: number;
  /** Of the tree RSS, KiB. */
  readonly medianTreeKib: number;
}

/** All samples with one value of the x variable and, when there is a category variable, one category. */
export interface ScatterGroup extends RateSummary {
  readonly x: Value;
  /** null when no category variable was chosen. */
  readonly category: Value | null;
  /** null where no memory was read. */
  readonly memory: GroupMemory | null;
}

/** A variable that is neither x nor category and took several values. */
export interface VarianceShare {
  readonly variable: string;
  /** Share of the variance within the groups that the variable explains, corrected for chance; 0 to 1, NaN when it cannot be told. */
  readonly share: number;
}

export type DeltaLabel = 'negligible' | 'small' | 'medium' | 'large';

/** The change between two consecutive values of x within one category. */
export interface ScatterStep {
  readonly category: Value | null;
  readonly fromX: Value;
  readonly toX: Value;
  /** Change of the mean in percent of the mean at `fromX`. */
  readonly changePercent: number;
  /** toX / fromX; null when x is not numeric or the ratio does not exist. */
  readonly ratioOfX: number | null;
  /** ln(ratio of means) / ln(ratio of x) with its 95 % interval; null when there is no ratio of x. */
  readonly exponent: (Interval & { readonly estimate: number }) | null;
  /** Two-sided Mann-Whitney p. */
  readonly p: number;
  /** False when p is a normal approximation. */
  readonly exact: boolean;
  /** p after Holm-Bonferroni over all steps. */
  readonly adjustedP: number;
  /** Cliff's delta, -1 to 1. */
  readonly delta: number;
  readonly deltaLabel: DeltaLabel;
}

/** The analysis of a parameter sweep of one benchmark. */
export interface ScatterAnalysis {
  readonly filename: string;
  /** Name of the x variable. */
  readonly x: string;
  /** Name of the category variable; null when none was chosen. */
  readonly category: string | null;
  /** Sorted by x, then category. */
  readonly groups: readonly ScatterGroup[];
  readonly averagedOver: readonly VarianceShare[];
  /** By category, then x. */
  readonly steps: readonly ScatterStep[];
  /**
   * The smallest p that the test of a step can produce with the samples there are (the largest of these where steps
   * differ in size); null without steps.
   */
  readonly floor: { readonly smallestP: number } | null;
  readonly warnings: readonly Warning[];
}
