const SQRT_TWO_PI = Math.sqrt(2 * Math.PI);

/** Density of the standard normal distribution. */
export function normalDensity(z: number): number {
  return Math.exp((-z * z) / 2) / SQRT_TWO_PI;
}

/** Below: power series, whose 1 − … loses at most two digits there; above: fewer than 100 terms of the fraction. */
const SERIES_UP_TO = 1.5;

/** P(0 ≤ Z ≤ z) = φ(z) Σ z^(2k+1) / (2k+1)!!, all terms positive. DLMF 7.6.2. */
function centralSeries(z: number): number {
  let term = z;
  let sum = z;
  for (let odd = 3; Math.abs(term) > Math.abs(sum) * 1e-17; odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return normalDensity(z) * sum;
}

/**
 * P(Z > z) for z > 0 by Laplace's continued fraction φ(z) / (z + 1/(z + 2/(z + 3/(z + …. DLMF 7.9.2. Evaluated from
 * the inside: the truncation error falls as exp(−2z √(2k)), below 1e-17 with k = 200/z² + 20 terms.
 */
function tailFraction(z: number): number {
  let value = z;
  for (let k = Math.ceil(200 / (z * z)) + 20; k > 0; k--) value = z + k / value;
  return normalDensity(z) / value;
}

/** P(Z > z) of the standard normal distribution, accurate to 1e-13 relative also where it is tiny (z up to 38). */
export function normalTail(z: number): number {
  if (z < -SERIES_UP_TO) return 1 - tailFraction(-z);
  if (z > SERIES_UP_TO) return tailFraction(z);
  return 0.5 - centralSeries(z);
}

/** P(Z ≤ z) of the standard normal distribution. */
export function normalCdf(z: number): number {
  return normalTail(-z);
}

/**
 * The z with P(Z ≤ z) = p. −∞ at 0, ∞ at 1; throws a RangeError outside 0…1.
 *
 * Starting value: Abramowitz & Stegun 26.2.23 (error below 4.5e-4); each step of Halley's method cubes the error.
 */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`p must lie in 0…1, not ${p}`);
  if (p > 0.5) return -normalQuantile(1 - p);
  if (p === 0) return Number.NEGATIVE_INFINITY;
  const t = Math.sqrt(-2 * Math.log(p));
  const numerator = 2.515517 + t * (0.802853 + t * 0.010328);
  const denominator = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  let z = numerator / denominator - t;
  for (let i = 0; i < 3; i++) {
    const newton = (normalCdf(z) - p) / normalDensity(z);
    z -= newton / (1 + (z * newton) / 2);
  }
  return z;
}
