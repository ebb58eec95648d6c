import type { Interval } from '../model/finding';
import type { Warning } from '../model/warning';

/** What a test says of two arms, before any correction for the number of comparisons. */
export interface ArmComparison {
  /** new / old; NaN when a side has no sample. */
  readonly ratio: number;
  /** The 95 % interval of the ratio; an end may be infinite, both are NaN when there is no interval. */
  readonly interval: Interval;
  /** Two-sided p of "no difference"; NaN when no test is possible. */
  readonly p: number;
  /** Half-widths of the improvement in percent, at 5 %, 1 % and 0.1 %. */
  readonly accuracy: readonly [number, number, number];
  /** One-sided p of "the ratio is at least `limit`" against "it is less"; NaN when no test is possible. */
  worseThan(limit: number): number;
  readonly warnings: readonly Warning[];
}

const NO_INTERVAL: Interval = { low: Number.NaN, high: Number.NaN };

/** The comparison of arms of which one has fewer than two samples: nothing can be said of their noise. */
export function tooFewSamples(ratio: number, oldCount: number, newCount: number): ArmComparison {
  return {
    ratio,
    interval: NO_INTERVAL,
    p: Number.NaN,
    accuracy: [Number.NaN, Number.NaN, Number.NaN],
    worseThan: () => Number.NaN,
    warnings: [
      {
        code: 'too-few-samples',
        message: `old has ${oldCount} and new ${newCount}; a comparison needs at least two of each`,
      },
    ],
  };
}
