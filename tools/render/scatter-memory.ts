import type { ScatterGroup } from '../model/scatter';
import type { Glyphs } from './glyphs';
import { fixed, NOT_AVAILABLE, relativeHalfWidth } from './number-format';

/** Over the columns of memory: the mean of the peaks with the half-width of its interval, the median of the trees, MiB. */
export const MEMORY_HEADER = ['peak MiB', 'interval', 'tree MiB'];

export function hasMemory(groups: readonly ScatterGroup[]): boolean {
  return groups.some(({ memory }) => memory !== null);
}

/** The cells of a group under MEMORY_HEADER. */
export function memoryCells({ memory }: ScatterGroup, glyphs: Glyphs): string[] {
  if (memory === null) return MEMORY_HEADER.map(() => NOT_AVAILABLE);
  const { meanPeakKib, halfWidthKib, medianTreeKib } = memory;
  return [
    fixed(meanPeakKib / 1024, 1, glyphs),
    relativeHalfWidth(halfWidthKib, meanPeakKib, glyphs),
    fixed(medianTreeKib / 1024, 1, glyphs),
  ];
}
