import type { ArmComparison } from './arm-comparison';
import type { SequentialDesign } from './sequential-design';

/** A comparison after `runs` runs whose p are those of one look, as one whose p hold over all looks of the design. */
export function repeatedComparison(
  comparison: ArmComparison,
  design: SequentialDesign,
  runs: number,
): ArmComparison {
  return {
    ...comparison,
    p: design.repeatedP(comparison.p, runs, 2),
    worseThan: (limit) => design.repeatedP(comparison.worseThan(limit), runs, 1),
  };
}
