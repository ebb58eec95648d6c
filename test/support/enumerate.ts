/** Midranks by counting, from 1. */
export function midranks(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return below + (equal + 1) / 2;
  });
}

/** The sum of the positive ranks for every way to give the ranks signs: all 2^n signed-rank statistics. */
export function allSignedSums(ranks: readonly number[]): number[] {
  let sums = [0];
  for (const rank of ranks) sums = sums.concat(sums.map((sum) => sum + rank));
  return sums;
}

/** The sum of each choice of `take` of the values. */
export function allSubsetSums(values: readonly number[], take: number): number[] {
  if (take === 0) return [0];
  return values.flatMap((value, i) => allSubsetSums(values.slice(i + 1), take - 1).map((sum) => sum + value));
}

/** The share of the values for which `holds` is true. */
export function share(values: readonly number[], holds: (value: number) => boolean): number {
  return values.filter(holds).length / values.length;
}
