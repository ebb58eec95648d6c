import type { Samples } from './samples';

/** The ranks of a list of samples, as integers. */
export interface Ranking {
  /** Twice the midrank of each sample, in the order given: equal samples share the mean of the ranks they take up. */
  readonly doubled: Int32Array;
  /** Σ (t³ − t) over the groups of t equal samples; 0 without ties. */
  readonly tieTerm: number;
}

/** Ranks the samples from 1. Two samples are tied only when they are the same double. */
export function rank(samples: Samples): Ranking {
  const n = samples.length;
  const order = Uint32Array.from({ length: n }, (_, i) => i).sort((i, j) => samples[i] - samples[j]);
  const doubled = new Int32Array(n);
  let tieTerm = 0;
  for (let start = 0; start < n; ) {
    let end = start + 1;
    while (end < n && samples[order[end]] === samples[order[start]]) end++;
    for (let i = start; i < end; i++) doubled[order[i]] = start + 1 + end;
    tieTerm += (end - start) ** 3 - (end - start);
    start = end;
  }
  return { doubled, tieTerm };
}
