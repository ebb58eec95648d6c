/**
 * p-values adjusted by Holm's step-down procedure (S. Holm, Scandinavian Journal of Statistics 6, 1979): the k-th
 * smallest of m is multiplied by m − k + 1, made no smaller than the one before, and capped at 1. Rejecting where the
 * result is below α keeps the chance of any false rejection in the family below α, whatever the dependence.
 *
 * NaN (no test was possible) is no member of the family and stays NaN. Throws a RangeError for a p outside 0…1.
 */
export function holm(p: readonly number[]): number[] {
  for (const value of p) {
    if (value < 0 || value > 1) throw new RangeError(`a p-value lies in 0…1, not at ${value}`);
  }
  const family = p.map((_, index) => index).filter((index) => !Number.isNaN(p[index]));
  family.sort((i, j) => p[i] - p[j]);
  const adjusted = p.map(() => Number.NaN);
  let running = 0;
  for (const [rank, index] of family.entries()) {
    running = Math.max(running, Math.min(1, (family.length - rank) * p[index]));
    adjusted[index] = running;
  }
  return adjusted;
}
