/**
 * Null distributions of rank sums by dynamic programming, in doubles. Every step adds positive numbers only, so that a
 * probability of 2^−200 is as accurate, relative to its size, as one of ½.
 */

/**
 * P(S = s) for s = 0 … limit, S the sum of those `ranks` (positive integers) whose coin shows heads: the distribution
 * of the signed-rank statistic given the ranks.
 */
export function signedSumMass(ranks: ArrayLike<number>, limit: number): Float64Array {
  const mass = new Float64Array(limit + 1);
  mass[0] = 1;
  let reach = 0;
  for (let i = 0; i < ranks.length; i++) {
    const r = ranks[i];
    reach = Math.min(limit, reach + r);
    for (let s = reach; s >= r; s--) mass[s] = 0.5 * (mass[s] + mass[s - r]);
    for (let s = Math.min(reach, r - 1); s >= 0; s--) mass[s] *= 0.5;
  }
  return mass;
}

/**
 * The number of ways to take `take` of the `ranks` (integers in ascending order) so that their sum exceeds the least
 * possible sum by e, for e = 0 … limit: the distribution of the Mann–Whitney statistic given the ranks.
 */
export function subsetSumCounts(ranks: ArrayLike<number>, take: number, limit: number): Float64Array {
  const total = ranks.length;
  const prefix = new Float64Array(total + 1);
  for (let i = 0; i < total; i++) prefix[i + 1] = prefix[i] + ranks[i];
  // counts[j][e]: ways to take j of the ranks seen so far, with excess e over the sum of the j smallest.
  const counts = Array.from({ length: take + 1 }, () => new Float64Array(limit + 1));
  counts[0][0] = 1;
  for (let seen = 1; seen <= total; seen++) {
    for (let j = Math.min(seen, take); j >= Math.max(1, take - (total - seen)); j--) {
      const excess = ranks[seen - 1] - ranks[j - 1];
      // No more than the j largest seen give, and no more than leaves room for the least that is still to be taken.
      const largest = prefix[seen] - prefix[seen - j] - prefix[j];
      const toCome = prefix[seen + take - j] - prefix[seen] - (prefix[take] - prefix[j]);
      const end = Math.min(largest, limit - toCome);
      const from = counts[j - 1];
      const to = counts[j];
      for (let e = excess; e <= end; e++) to[e] += from[e - excess];
    }
  }
  return counts[take];
}

/** Sum of the first `count` elements. */
export function sumOfFirst(values: ArrayLike<number>, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += values[i];
  return sum;
}

/** The number of ways to choose k of n, as a double. */
export function binomialCoefficient(n: number, k: number): number {
  let value = 1;
  for (let i = 1; i <= Math.min(k, n - k); i++) value = (value * (n - i + 1)) / i;
  return value;
}
