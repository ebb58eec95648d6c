import type { Pairing } from '../model/finding';
import { mean } from '../stats/describe';
import { studentTQuantile } from '../stats/student-t-distribution';
import { logRatios, type Pairs } from './pairs';

function centred(values: Float64Array): Float64Array {
  const center = mean(values);
  return values.map((value) => value - center);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}

/** Pearson's correlation of the log rates of the two jobs of a block, deviations taken within configurations. */
function correlationOf(all: readonly Pairs[]): number {
  let [covariance, oldSquares, newSquares] = [0, 0, 0];
  for (const { oldRates, newRates } of all) {
    const [a, b] = [centred(oldRates.map(Math.log)), centred(newRates.map(Math.log))];
    covariance += dot(a, b);
    oldSquares += dot(a, a);
    newSquares += dot(b, b);
  }
  return covariance / Math.sqrt(oldSquares * newSquares);
}

/**
 * Least squares of ln(new / old) = δ of the configuration + π where new ran second, − π where it ran first; π is
 * ln(second / first). Its 95 % interval is Student's, with n − configurations − 1 degrees of freedom.
 */
function positionEffectOf(all: readonly Pairs[]): Pairing['positionEffect'] {
  let [products, squares, total, count, configurations] = [0, 0, 0, 0, 0];
  for (const pairs of all) {
    const known = pairs.newWasSecond;
    if (known.length < 2 || known.some((side) => !(Math.abs(side) === 1))) continue;
    const [side, difference] = [centred(known), centred(logRatios(pairs))];
    products += dot(side, difference);
    squares += dot(side, side);
    total += dot(difference, difference);
    count += known.length;
    configurations++;
  }
  const df = count - configurations - 1;
  if (squares === 0 || df < 1) return null;
  const effect = products / squares;
  const residual = Math.max(0, total - products * effect);
  const halfWidth = studentTQuantile(0.975, df) * Math.sqrt(residual / df / squares);
  const percent = (logarithm: number) => Math.expm1(logarithm) * 100;
  return { percent: percent(effect), low: percent(effect - halfWidth), high: percent(effect + halfWidth) };
}

/** What the design of blocks tells of the machine: how much the two jobs of a block share, and what going second does. */
export function describePairing(all: readonly Pairs[]): Pairing | null {
  const usable = all.filter(({ oldRates }) => oldRates.length > 1);
  if (usable.length === 0) return null;
  return {
    pairs: usable.reduce((sum, { oldRates }) => sum + oldRates.length, 0),
    correlation: correlationOf(usable),
    positionEffect: positionEffectOf(usable),
  };
}
