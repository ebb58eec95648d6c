import type { Interval } from './finding';

/** An interval of the median by order statistics. */
export interface MedianInterval extends Interval {
  /** Achieved coverage, between 0 and 1; below .95 where too few samples allow no better. */
  readonly coverage: number;
}

/** What a number of rates have in common. */
export interface RateSummary {
  readonly count: number;
  /** Operations per second, as are the three figures below. */
  readonly mean: number;
  /** Half-width of the 95 % t interval of the mean; NaN for a single sample. */
  readonly halfWidth: number;
  readonly median: number;
  /** null for a single sample. */
  readonly medianInterval: MedianInterval | null;
  /** The (!) mark: skewed, or the median lies outside the mean's interval. */
  readonly flagged: boolean;
}

/** The rates of one configuration that is compared with nothing. */
export interface RateFinding extends RateSummary {
  readonly filename: string;
  /** The `configuration` column: `n=100 encoding='utf8'`. */
  readonly configuration: string;
}
