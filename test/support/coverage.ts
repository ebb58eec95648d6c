import {
  hodgesLehmann,
  hodgesLehmannShift,
  type Random,
  seededRandom,
  welchRatioInterval,
} from '../../tools/stats';
import { draw, SHAPES, type Shape } from './shapes';

/** An interval whose coverage is simulated, on samples of one shape and two sizes, with a known truth. */
export interface CoverageCell {
  readonly interval: 'ratio' | 'paired' | 'shift';
  readonly shape: Shape;
  readonly n: number;
  readonly m: number;
  /** True ratio of new to old; of `shift` the true shift. */
  readonly truth: number;
}

/** Whether the interval computed from one pair of simulated samples covers the truth. */
function covers(cell: CoverageCell, random: Random): boolean {
  const x = draw(random, cell.shape, cell.n);
  if (cell.interval === 'shift') {
    const y = Array.from({ length: cell.m }, () => SHAPES[cell.shape](random) + cell.truth);
    const { low, high } = hodgesLehmannShift(x, y);
    return low <= cell.truth && cell.truth <= high;
  }
  const y = draw(random, cell.shape, cell.m, cell.truth);
  if (cell.interval === 'ratio') {
    const { low, high } = welchRatioInterval(x, y);
    return low <= cell.truth && cell.truth <= high;
  }
  const { low, high } = hodgesLehmann(y.map((value, i) => Math.log(value / x[i])));
  const logRatio = Math.log(cell.truth);
  return low <= logRatio && logRatio <= high;
}

/** The share of `rounds` simulated intervals that cover the truth, from a seed that only the cell decides. */
export function simulateCoverage(cell: CoverageCell, rounds: number): number {
  const random = seededRandom(`coverage/${Object.values(cell).join('/')}`);
  let covered = 0;
  for (let round = 0; round < rounds; round++) if (covers(cell, random)) covered++;
  return covered / rounds;
}
