import { mean } from './describe';
import type { Samples } from './samples';

/**
 * Autocorrelation at lag 1 of a series in time order: r₁ = Σ (x_i − x̄)(x_{i+1} − x̄) / Σ (x_i − x̄)² (Box & Jenkins, Time
 * Series Analysis, 2.1). Without correlation it is about −1/n ± 1/√n. NaN for a constant series and for fewer than two
 * samples.
 */
export function lag1Autocorrelation(samples: Samples): number {
  const n = samples.length;
  if (n < 2) return Number.NaN;
  const center = mean(samples);
  let products = 0;
  let squares = 0;
  for (let i = 0; i < n; i++) {
    squares += (samples[i] - center) ** 2;
    if (i > 0) products += (samples[i] - center) * (samples[i - 1] - center);
  }
  return products / squares;
}
