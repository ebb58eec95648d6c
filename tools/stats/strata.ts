import { regularizedIncompleteBeta } from './incomplete-beta';

/** An estimate of the same quantity from one stratum. */
export interface StratumEstimate {
  readonly estimate: number;
  /** Squared standard error of the estimate. */
  readonly variance: number;
  /** Degrees of freedom of that variance. */
  readonly df: number;
  /** Its share in the common estimate, in any unit: what the design gives, not what the samples happen to say. */
  readonly weight: number;
}

export interface CommonEstimate {
  readonly estimate: number;
  readonly standardError: number;
  /** By Satterthwaite's approximation; the sum of the strata's where there is no error at all. */
  readonly df: number;
}

/** The weighted mean of the strata's estimates. Throws a RangeError without strata. */
export function commonEstimate(strata: readonly StratumEstimate[]): CommonEstimate {
  if (strata.length === 0) throw new RangeError('commonEstimate: no strata');
  const total = strata.reduce((sum, { weight }) => sum + weight, 0);
  let [estimate, variance, spread, df] = [0, 0, 0, 0];
  for (const stratum of strata) {
    const share = stratum.weight / total;
    const part = share * share * stratum.variance;
    estimate += share * stratum.estimate;
    variance += part;
    spread += (part * part) / stratum.df;
    df += stratum.df;
  }
  return {
    estimate,
    standardError: Math.sqrt(variance),
    df: variance === 0 ? df : (variance * variance) / spread,
  };
}

/**
 * The p of "all strata have the same value" by Welch's F test for unequal variances (Welch 1951, Biometrika 38:330,
 * with inverse variances as weights). Strata without any error and with different estimates: 0; NaN for one stratum.
 */
export function heterogeneityP(strata: readonly StratumEstimate[]): number {
  const count = strata.length;
  if (count < 2) return Number.NaN;
  if (strata.some(({ variance }) => variance === 0)) {
    return strata.every(({ estimate }) => estimate === strata[0]!.estimate) ? 1 : 0;
  }
  const weights = strata.map(({ variance }) => 1 / variance);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const center = strata.reduce((sum, { estimate }, at) => sum + weights[at]! * estimate, 0) / total;
  let [between, lambda] = [0, 0];
  strata.forEach(({ estimate, df }, at) => {
    between += weights[at]! * (estimate - center) ** 2;
    lambda += (1 - weights[at]! / total) ** 2 / df;
  });
  const f = between / (count - 1) / (1 + ((2 * (count - 2)) / (count * count - 1)) * lambda);
  const [above, below] = [count - 1, (count * count - 1) / (3 * lambda)];
  return regularizedIncompleteBeta(below / (below + above * f), below / 2, above / 2);
}
