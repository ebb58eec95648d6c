import type { GroupMemory } from '../model/scatter';
import type { Warning } from '../model/warning';
import { mean, meanHalfWidth, median } from '../stats/describe';
import { concatenate } from './rates';
import type { Group } from './sample-table';

function knownOf(groups: readonly Group[], which: 'peaks' | 'trees'): Float64Array {
  const parts = groups.flatMap(({ arms }) =>
    [...arms.values()].map(({ memory }) => memory?.[which].values()),
  );
  return concatenate(parts.flatMap((part) => part?.filter((value) => !Number.isNaN(value)) ?? []));
}

/** How the peaks of some groups were obtained. */
function methodsOf(groups: readonly Group[]): string[] {
  const arms = groups.flatMap((group) => [...group.arms.values()]);
  return [...new Set(arms.flatMap(({ memory }) => [...(memory?.methods ?? [])]))].sort();
}

/** A warning when peaks of several methods stand in one sweep; null when none or one does. */
export function mixedMethods(groups: readonly Group[]): Warning | null {
  const methods = methodsOf(groups);
  if (methods.length < 2) return null;
  return {
    code: 'peak-methods-differ',
    message: `peak RSS is not shown: the samples have it from ${methods.join(' and ')}`,
  };
}

/** The memory of some groups together, whatever the variant; null where none was read, or by more than one method. */
export function summarizeMemory(groups: readonly Group[]): GroupMemory | null {
  const peaks = knownOf(groups, 'peaks');
  if (peaks.length === 0 || methodsOf(groups).length > 1) return null;
  return {
    meanPeakKib: mean(peaks),
    halfWidthKib: meanHalfWidth(peaks),
    medianTreeKib: median(knownOf(groups, 'trees')),
  };
}
