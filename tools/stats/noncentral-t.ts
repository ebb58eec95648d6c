import { equalPanels, gaussLegendre } from './gauss-legendre';
import { stirlingRemainder } from './incomplete-beta';
import { normalTail } from './normal-distribution';

const PANELS = 12;

/**
 * P(T > t) of the noncentral t distribution with `df` degrees of freedom and noncentrality δ, to about 1e-10 absolute.
 *
 * T = (Z + δ)/S with S = √(χ²_df/df), so the probability is the mean of P(Z > t·s − δ) over the density of S (Johnson,
 * Kotz & Balakrishnan, Continuous Univariate Distributions 2, 1995, 31), by numerical integration.
 */
export function noncentralTTail(t: number, df: number, delta: number): number {
  if (!(df > 0)) throw new RangeError(`degrees of freedom must be positive, not ${df}`);
  const a = df / 2;
  const logConstant = Math.log(2) + 0.5 * Math.log(a / (2 * Math.PI)) - stirlingRemainder(a);
  const density = (s: number): number =>
    Math.exp(logConstant + a * (1 + 2 * Math.log(s) - s * s) - Math.log(s));
  // S is near 1 with deviation 1/√(2 df): outside this range lies less than 1e-17.
  const spread = 9 / Math.sqrt(df);
  const low = Math.max(0, 1 - spread);
  const high = 1 + spread;
  // P(Z > t·s − δ) falls from 1 to 0 within a few 1/t around s = δ/t: panels as narrow as that there.
  const center = delta / t;
  const width = 8 / Math.abs(t);
  const fine = equalPanels(center - width, center + width, PANELS).filter((s) => s > low && s < high);
  const edges = [...equalPanels(low, high, PANELS), ...fine].sort((p, q) => p - q);
  const { nodes, weights } = gaussLegendre(edges);
  return nodes.reduce((sum, s, i) => sum + weights[i] * density(s) * normalTail(t * s - delta), 0);
}
