/**
 * The root of a continuous function between `a` and `b`, where it must have opposite signs (or be zero at an end), to
 * within `tolerance` or the spacing of doubles, whichever is wider.
 *
 * Source: T. R. Chandrupatla, Advances in Engineering Software 28 (1997) 145–149: bisection, replaced by inverse
 * quadratic interpolation wherever three points show that this is safe. Throws a RangeError when the signs agree.
 */
export function findRoot(f: (x: number) => number, a: number, b: number, tolerance = 0): number {
  let x1 = b;
  let x2 = a;
  let f1 = f(x1);
  let f2 = f(x2);
  if (f1 === 0) return x1;
  if (f2 === 0) return x2;
  if (!(f1 < 0 !== f2 < 0)) throw new RangeError(`no change of sign between ${a} and ${b}`);
  let step = 0.5;
  for (;;) {
    const x = x1 + step * (x2 - x1);
    const value = f(x);
    let x3 = x2;
    let f3 = f2;
    if (value < 0 === f1 < 0) {
      x3 = x1;
      f3 = f1;
    } else {
      x2 = x1;
      f2 = f1;
    }
    x1 = x;
    f1 = value;
    const best = Math.abs(f1) < Math.abs(f2) ? x1 : x2;
    const margin = (2 * Number.EPSILON * Math.abs(best) + tolerance / 2) / Math.abs(x2 - x1);
    if (margin > 0.5 || f1 === 0) return best;
    const xi = (x1 - x2) / (x3 - x2);
    const phi = (f1 - f2) / (f3 - f2);
    const interpolate = phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi;
    step = interpolate
      ? (f1 / (f2 - f1)) * (f3 / (f2 - f3)) + ((x3 - x1) / (x2 - x1)) * (f1 / (f3 - f1)) * (f2 / (f3 - f2))
      : 0.5;
    step = Math.min(1 - margin, Math.max(margin, step));
  }
}
