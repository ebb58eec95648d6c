import type { Interval } from '../model/finding';
import { findRoot } from './find-root';
import { requireProbability, type Samples } from './samples';
import { studentTQuantile, studentTTail } from './student-t-distribution';
import { type SideSummary, satterthwaite, summarizeSide } from './welch';

const EVERYTHING: Interval = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };

/**
 * The band where the degrees of freedom decide is searched for the outermost accepted ratio in steps of this share of
 * its outer end. From 30 samples a side that is 2 steps, with 2 samples 40: only a wide band can hold a second root.
 */
const SEARCH_STEP = 1 / 64;

/**
 * The interval of mean(y)/mean(x): all ratios r that Welch's test of y against r·x does not reject at 1 − level, the
 * degrees of freedom recomputed at each r (Fieller's method, JRSS B 16, 1954, with Satterthwaite's df).
 *
 * |t| is 0 at mean(y)/mean(x) and grows with the distance from it, up to r = ∞, where the test is one of mean(x) = 0, and
 * down to a certain negative r. Hence, for positive means:
 * - When mean(x) is not clearly away from 0, `high` is ∞ (all ratios are accepted but a gap in the negative ones, or all
 *   of them: then `low` is −∞ too).
 * - A positive ratio outside the interval is always rejected, and one inside is accepted, with one exception: with two
 *   samples on a side whose mean is within some 14 standard errors of 0 (or three, within 2) df can fall so fast with r
 *   that the accepted ratios have a gap. The interval spans it, so that it never claims what the test denies.
 * - `low` is negative when mean(y) is not clearly above 0.
 *
 * Signs: for means of opposite sign the ratios are negative and the interval is mirrored. One side constant: its
 * variance is 0. Both constant: [r, r]. Fewer than two samples on a side, or mean(x) = 0: (−∞, ∞), nothing is excluded.
 * Throws a RangeError when a sample is NaN or infinite and unless 0 < level < 1.
 */
export function welchRatioInterval(x: Samples, y: Samples, level = 0.95): Interval {
  requireProbability(level, 'level');
  const sideX = summarizeSide(x, 'x');
  const sideY = summarizeSide(y, 'y');
  if (sideX.count < 2 || sideY.count < 2 || sideX.mean === 0) return EVERYTHING;
  const sign = sideX.mean < 0 !== sideY.mean < 0 ? -1 : 1;
  const { low, high } = positiveInterval(absolute(sideX), absolute(sideY), level);
  return sign > 0 ? { low, high } : { low: -high, high: -low };
}

function absolute(side: SideSummary): SideSummary {
  return { ...side, mean: Math.abs(side.mean) };
}

function positiveInterval(x: SideSummary, y: SideSummary, level: number): Interval {
  if (x.meanVariance === 0) {
    const half = y.meanVariance === 0 ? 0 : criticalT(level, y.count - 1) * Math.sqrt(y.meanVariance);
    return { low: (y.mean - half) / x.mean, high: (y.mean + half) / x.mean };
  }
  if (y.meanVariance === 0) {
    const half = criticalT(level, x.count - 1) * Math.sqrt(x.meanVariance);
    return {
      low: y.mean / (x.mean + half),
      high: x.mean > half ? y.mean / (x.mean - half) : Number.POSITIVE_INFINITY,
    };
  }
  // Whatever the ratio, df lies between these two, and so does the critical t.
  const band = {
    least: criticalT(level, x.count + y.count - 2) * (1 - 1e-9),
    most: criticalT(level, Math.min(x.count, y.count) - 1) * (1 + 1e-9),
  };
  return { low: ratioLimit(x, y, level, band, -1), high: ratioLimit(x, y, level, band, 1) };
}

function criticalT(level: number, df: number): number {
  return studentTQuantile((1 + level) / 2, df);
}

/**
 * One end of the interval. With both means in standard errors, the ratio r becomes an angle: |t| at the angle δ away
 * from the estimate is R sin δ, R² = (x̄/se)² + (ȳ/se)², and r = ∞ lies at a finite angle. So no root is far away and
 * nothing overflows.
 */
function ratioLimit(
  x: SideSummary,
  y: SideSummary,
  level: number,
  band: { readonly least: number; readonly most: number },
  direction: 1 | -1,
): number {
  const scale = Math.sqrt(y.meanVariance / x.meanVariance);
  const standardX = x.mean / Math.sqrt(x.meanVariance);
  const standardY = y.mean / Math.sqrt(y.meanVariance);
  const radius = Math.hypot(standardX, standardY);
  // Upwards to r = ∞; downwards to the negative r that is rejected most strongly.
  const furthest = direction > 0 ? Math.atan2(standardX, standardY) : Math.PI / 2;

  const shareOfX = (angle: number): number => {
    const sine = (standardY * Math.cos(angle) + direction * standardX * Math.sin(angle)) / radius;
    return Math.min(1, sine * sine);
  };
  const rejection = (angle: number): number => {
    const df = satterthwaite(shareOfX(angle), x.count, y.count);
    return Math.log((1 - level) / 2 / studentTTail(radius * Math.sin(angle), df));
  };
  const angleOf = (t: number): number => (t < radius ? Math.min(furthest, Math.asin(t / radius)) : furthest);

  const accepted = angleOf(band.least);
  const rejected = angleOf(band.most);
  if (rejection(rejected) <= 0) return direction * Number.POSITIVE_INFINITY;
  let inner = accepted;
  let outer = rejected;
  const steps = Math.ceil((1 - accepted / rejected) / SEARCH_STEP);
  for (let step = steps - 1; step > 0 && inner === accepted; step--) {
    const angle = accepted + ((rejected - accepted) * step) / steps;
    if (rejection(angle) <= 0) inner = angle;
    else outer = angle;
  }
  const angle = findRoot(rejection, inner, outer);
  const cosine = Math.cos(angle);
  const sine = direction * Math.sin(angle);
  return (y.mean * cosine + x.mean * scale * sine) / (x.mean * cosine - (y.mean / scale) * sine);
}
