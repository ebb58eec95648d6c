/** Measured numbers, in the order measured. */
export type Samples = ArrayLike<number>;

/** The samples as a new array in ascending order. */
export function sorted(samples: Samples): Float64Array {
  return Float64Array.from(samples).sort();
}

/** Throws a RangeError that names the first sample that is NaN or infinite: such a sample has no rank and no mean. */
export function requireFinite(samples: Samples, name: string): void {
  for (let i = 0; i < samples.length; i++) {
    if (!Number.isFinite(samples[i])) {
      throw new RangeError(`${name}[${i}] is ${samples[i]}; a finite number is needed`);
    }
  }
}

/** Throws a RangeError unless 0 < value < 1: what a level, a power or an error probability must be. */
export function requireProbability(value: number, name: string): void {
  if (!(value > 0 && value < 1)) {
    throw new RangeError(`${name} must lie between 0 and 1 (exclusive), not ${value}`);
  }
}
