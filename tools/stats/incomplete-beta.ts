/** Coefficients of Stirling's series, B_{2k} / (2k (2k − 1)). DLMF 5.11.1. */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156];

/** The series below is good to 1e-17 from here on. */
const STIRLING_FROM = 10;

/**
 * δ(x) = ln Γ(x) − (x − ½) ln x + x − ½ ln 2π for x > 0, to about 1e-15 absolute: Stirling's series, after stepping
 * up by δ(x) = δ(x + 1) + (x + ½) ln(1 + 1/x) − 1. Working with δ instead of ln Γ keeps quotients of Gamma functions
 * of large arguments accurate, where ln Γ itself would have lost nine digits.
 */
export function stirlingRemainder(x: number): number {
  let shifted = 0;
  let z = x;
  for (; z < STIRLING_FROM; z++) shifted += (z + 0.5) * Math.log1p(1 / z) - 1;
  let series = 0;
  for (let k = STIRLING.length - 1; k >= 0; k--) series = series / (z * z) + STIRLING[k];
  return shifted + series / z;
}

/** ln(1 + v) − v, where 1 + v is also known as `ratio` (exact where v has lost digits by cancellation near −1). */
function logDeficit(v: number, ratio: number): number {
  return (v < -0.5 ? Math.log(ratio) : Math.log1p(v)) - v;
}

/**
 * x^a y^b / B(a, b) for x + y = 1 and a, b > 0, without overflow and without the cancellation of large logarithms:
 * the exponent is written as deviations from the mode, as C. Loader does for the binomial ("Fast and accurate
 * computation of binomial probabilities", 2000).
 */
export function betaKernel(x: number, y: number, a: number, b: number): number {
  if (x <= 0 || y <= 0) return 0;
  const n = a + b;
  const deviation = b * x - a * y;
  const exponent =
    a * logDeficit(deviation / a, (n * x) / a) +
    b * logDeficit(-deviation / b, (n * y) / b) +
    stirlingRemainder(n) -
    stirlingRemainder(a) -
    stirlingRemainder(b);
  return Math.sqrt((a / n) * (b / (2 * Math.PI))) * Math.exp(exponent);
}

const TINY = 1e-300;

/**
 * The continued fraction f of I_x(a, b) = x^a y^b / B(a, b) · f, by Lentz's method, for x < (a + 1)/(a + b + 2).
 *
 * The form of DiDonato & Morris (ACM TOMS 18, 1992, section 9), the even part of DLMF 8.17.22. Its terms are written
 * with λ = a − (a + b)x, so that nothing cancels: with a of 5e5 and b of ½ the uncontracted fraction lost five digits
 * more, and needed hundreds of terms where this one needs fifty.
 */
function betaFraction(x: number, y: number, a: number, b: number): number {
  const lambda = a * y - b * x;
  let denominator = (a / (a + 1)) * (lambda + 1);
  let c = denominator;
  let d = 0;
  let reciprocal = denominator;
  for (let n = 1; ; n++) {
    const odd = a + 2 * n - 1;
    const numerator = ((a + n - 1) / odd) * ((a + b + n - 1) / odd) * n * (b - n) * x * x;
    denominator = n + (n * (b - n) * x) / odd + ((a + n) / (odd + 2)) * (lambda + 1 + n * (1 + y));
    d = denominator + numerator * d;
    d = 1 / (Math.abs(d) < TINY ? TINY : d);
    c = denominator + numerator / c;
    c = Math.abs(c) < TINY ? TINY : c;
    reciprocal *= c * d;
    if (Math.abs(c * d - 1) < 2 * Number.EPSILON) return 1 / reciprocal;
  }
}

/**
 * I_x(a, b) when both x and y = 1 − x are known to full precision (near x = 1 the caller knows y better than 1 − x
 * gives it). a, b > 0.
 */
export function incompleteBeta(x: number, y: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (y <= 0) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBetaSmall(y, x, b, a);
  return incompleteBetaSmall(x, y, a, b);
}

function incompleteBetaSmall(x: number, y: number, a: number, b: number): number {
  return betaKernel(x, y, a, b) * betaFraction(x, y, a, b);
}

/**
 * The regularized incomplete beta function I_x(a, b): the probability that a Beta(a, b) variable is at most x.
 * DLMF 8.17. Throws a RangeError unless 0 ≤ x ≤ 1, a > 0 and b > 0, both finite.
 */
export function regularizedIncompleteBeta(x: number, a: number, b: number): number {
  if (!(x >= 0 && x <= 1)) throw new RangeError(`x must lie in 0…1, not ${x}`);
  if (!(a > 0 && b > 0 && a + b < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`a and b must be positive and finite, not ${a} and ${b}`);
  }
  return incompleteBeta(x, 1 - x, a, b);
}
