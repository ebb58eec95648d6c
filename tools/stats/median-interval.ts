import type { Interval } from '../model/finding';
import { binomialCdf } from './binomial-distribution';
import { requireProbability, type Samples, sorted } from './samples';

/** An interval of the median between two order statistics. */
export interface MedianInterval extends Interval {
  /** Ranks of the two order statistics, counted from 1. */
  readonly lowerRank: number;
  readonly upperRank: number;
  /** The probability that the interval covers the median of a continuous distribution. */
  readonly coverage: number;
}

/**
 * The narrowest symmetric pair of order statistics that covers the median with at least the level asked for; where no
 * pair does (95 % needs six samples), the widest. Coverage 1 − 2 P(K ≤ lowerRank − 1), K binomial (n, ½): David &
 * Nagaraja, Order Statistics (2003), 7.1. It holds for every distribution; with ties it is at least this.
 *
 * Without samples: (−∞, ∞), ranks 0.
 */
export function medianInterval(samples: Samples, level = 0.95): MedianInterval {
  requireProbability(level, 'level');
  const n = samples.length;
  if (n === 0) {
    return {
      low: Number.NEGATIVE_INFINITY,
      high: Number.POSITIVE_INFINITY,
      lowerRank: 0,
      upperRank: 0,
      coverage: 1,
    };
  }
  const alpha = (1 - level) / 2;
  let lowerRank = 1;
  let tooHigh = Math.floor((n + 1) / 2) + 1;
  while (tooHigh - lowerRank > 1) {
    const middle = Math.floor((lowerRank + tooHigh) / 2);
    if (binomialCdf(middle - 1, n, 0.5) <= alpha) lowerRank = middle;
    else tooHigh = middle;
  }
  const upperRank = n + 1 - lowerRank;
  const values = sorted(samples);
  return {
    low: values[lowerRank - 1],
    high: values[upperRank - 1],
    lowerRank,
    upperRank,
    coverage: Math.max(0, 1 - 2 * binomialCdf(lowerRank - 1, n, 0.5)),
  };
}
