import { findRoot } from './find-root';
import { equalPanels, gaussLegendre } from './gauss-legendre';
import { normalDensity, normalTail } from './normal-distribution';

/** Panels are at most this many standard deviations of an increment wide: 16 points on them integrate to 1e-12. */
const PANEL_DEVIATIONS = 2;

/** A normal variable this many deviations out counts as never: P < 1e-17. */
const FAR = 8.5;

/** Critical values above this are as good as infinite: P < 1e-300. */
const LARGEST_CRITICAL = 37;

/**
 * The score process of a test looked at several times, while it has not crossed a boundary: a Brownian motion seen at
 * the information fractions. Its sub-density is carried from look to look by the recursion of Armitage, McPherson & Rowe
 * (JRSS A 132, 1969), numerically integrated.
 */
export class SequentialTest {
  private fraction = 0;
  // Where the score can be after the last look, and the probability mass at each point; at the start it is 0.
  private scores: Float64Array = Float64Array.of(0);
  private masses: Float64Array = Float64Array.of(1);

  constructor(private readonly sides: 1 | 2) {}

  /** Probability of crossing at `fraction`, and not before, with the critical value z there. */
  crossing(fraction: number, z: number): number {
    const bound = z * Math.sqrt(fraction);
    const deviation = Math.sqrt(fraction - this.fraction);
    let sum = 0;
    for (let i = 0; i < this.scores.length; i++) {
      const upper = normalTail((bound - this.scores[i]) / deviation);
      const lower = this.sides === 2 ? normalTail((bound + this.scores[i]) / deviation) : 0;
      sum += this.masses[i] * (upper + lower);
    }
    return sum;
  }

  /** The critical value at `fraction` whose crossing probability is `probability`. */
  criticalValue(fraction: number, probability: number): number {
    const excess = (z: number) => Math.log(this.crossing(fraction, z) / probability);
    if (!(excess(LARGEST_CRITICAL) < 0)) return Number.POSITIVE_INFINITY;
    return findRoot(excess, 0, LARGEST_CRITICAL, 1e-13);
  }

  /** Goes on past the look at `fraction` with critical value z, to be looked at next at `nextFraction`. */
  advance(fraction: number, z: number, nextFraction: number): void {
    const deviation = Math.sqrt(fraction - this.fraction);
    const reach = FAR * Math.sqrt(fraction);
    const high = Math.min(reach, z * Math.sqrt(fraction));
    const low = this.sides === 2 ? -high : -reach;
    const width = PANEL_DEVIATIONS * Math.min(deviation, Math.sqrt(nextFraction - fraction));
    const { nodes, weights } = gaussLegendre(equalPanels(low, high, Math.ceil((high - low) / width)));
    const { scores, masses } = this;
    this.masses = nodes.map((score, j) => {
      let density = 0;
      for (let i = 0; i < scores.length; i++) {
        const distance = (score - scores[i]) / deviation;
        if (Math.abs(distance) < FAR) density += masses[i] * normalDensity(distance);
      }
      return (weights[j] * density) / deviation;
    });
    this.scores = nodes;
    this.fraction = fraction;
  }
}

/** Throws a RangeError unless the information fractions rise within (0, 1]. */
export function requireFractions(fractions: readonly number[]): void {
  for (const [k, fraction] of fractions.entries()) {
    if (!(fraction > (k === 0 ? 0 : fractions[k - 1]) && fraction <= 1)) {
      throw new RangeError(`information fractions must rise within (0, 1]; number ${k + 1} is ${fraction}`);
    }
  }
}

/**
 * For each look the probability, when nothing differs, of crossing its critical value there and not before. `fractions`
 * are the shares of the planned information at the looks; their sum over the looks is the test's false-alarm rate.
 */
export function crossingProbabilities(
  fractions: readonly number[],
  criticalValues: readonly number[],
  sides: 1 | 2,
): number[] {
  requireFractions(fractions);
  const test = new SequentialTest(sides);
  return fractions.map((fraction, k) => {
    const probability = test.crossing(fraction, criticalValues[k]);
    if (k + 1 < fractions.length) test.advance(fraction, criticalValues[k], fractions[k + 1]);
    return probability;
  });
}
