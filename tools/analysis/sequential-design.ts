import { crossingProbabilities } from '../stats/group-sequential';
import { normalQuantile, normalTail } from '../stats/normal-distribution';
import { classicObrienFlemingBoundaries } from '../stats/obrien-fleming';

const ALPHA = 0.05;
const LOOKS = 10;

/** The logarithm of a crossing probability is so smooth that four points this far apart give its value to 1e-6. */
const GRID = 0.1;

/** So early that doubles cannot tell the level from 1, no test reaches it anyway. */
const HIGHEST_LEVEL = 1 - 1e-12;

/** At most ten looks after equal numbers of runs, the last after `maxRuns`. */
export function equalLooks(maxRuns: number): number[] {
  const looks = Array.from({ length: LOOKS }, (_, at) => Math.ceil((maxRuns * (at + 1)) / LOOKS));
  return [...new Set(looks)];
}

/**
 * A comparison that is looked at several times while it runs, and may stop at each look. With information fraction t (runs
 * done over runs planned) and the z that belongs to a test's p, a look crosses O'Brien and Fleming's boundary (Biometrics
 * 35, 1979) when z·√t reaches c, one c for all looks.
 *
 * - The repeated p of a look is the smallest level at which it crosses: the probability, when nothing differs, that some
 *   planned look reaches as high a z·√t (Jennison & Turnbull, Group Sequential Methods, 2000, 9.2). It is a p-value
 *   whenever, and for whatever reason, the run stops, so Holm–Bonferroni may be applied to the repeated p of several
 *   configurations although each stopped at a look of its own.
 * - The repeated interval of a look is the test's interval at the level of the two-sided 5 % boundary there; all looks
 *   together contain the true ratio with 95 %.
 *
 * A number of runs that is no planned look (a run that was interrupted, a failure) is judged as if it had been looked at
 * after every run: by the reflection principle Brownian motion reaches c before t = 1 with probability 2Φ(−c).
 */
export class SequentialDesign {
  readonly maxRuns: number;
  private readonly fractions: readonly number[];
  private readonly logarithms = { 1: new Map<number, number>(), 2: new Map<number, number>() };
  private readonly intervalBound: number;

  /** `looks`: rising numbers of runs a side, the last the most there can be. */
  constructor(readonly looks: readonly number[]) {
    this.maxRuns = looks[looks.length - 1]!;
    this.fractions = looks.map((runs) => runs / this.maxRuns);
    const last = classicObrienFlemingBoundaries(this.fractions, { alpha: ALPHA, sides: 2 });
    this.intervalBound = last[last.length - 1]!;
  }

  /** The repeated p that belongs to the p of one look after `runs` runs; NaN stays NaN. */
  repeatedP(p: number, runs: number, sides: 1 | 2): number {
    if (Number.isNaN(p) || p <= 0) return p;
    const z = p / sides >= 0.5 ? 0 : -normalQuantile(p / sides);
    const bound = z * Math.sqrt(this.fraction(runs));
    if (bound <= 0) return 1;
    if (!this.looks.includes(runs)) return Math.min(1, 2 * sides * normalTail(bound));
    return Math.min(1, this.crossing(bound, sides));
  }

  /** The two-sided level, near 1, of the interval of a look after `runs` runs. */
  intervalLevel(runs: number): number {
    const continuous = -normalQuantile(ALPHA / 4);
    const bound = this.looks.includes(runs) ? this.intervalBound : continuous;
    return Math.min(HIGHEST_LEVEL, 1 - 2 * normalTail(bound / Math.sqrt(this.fraction(runs))));
  }

  private fraction(runs: number): number {
    return Math.min(1, runs / this.maxRuns);
  }

  /** The probability that z·√t reaches `bound` at some look; cubic interpolation of its logarithm on a grid. */
  private crossing(bound: number, sides: 1 | 2): number {
    const first = Math.max(0, Math.floor(bound / GRID) - 1);
    const at = bound / GRID - first;
    const [a, b, c, d] = [0, 1, 2, 3].map((step) => this.logCrossing(first + step, sides));
    return Math.exp(
      (-a! * (at - 1) * (at - 2) * (at - 3)) / 6 +
        (b! * at * (at - 2) * (at - 3)) / 2 -
        (c! * at * (at - 1) * (at - 3)) / 2 +
        (d! * at * (at - 1) * (at - 2)) / 6,
    );
  }

  private logCrossing(step: number, sides: 1 | 2): number {
    const known = this.logarithms[sides].get(step);
    if (known !== undefined) return known;
    const boundaries = this.fractions.map((fraction) => (step * GRID) / Math.sqrt(fraction));
    const total = crossingProbabilities(this.fractions, boundaries, sides).reduce((sum, p) => sum + p, 0);
    // Far out the sum underflows: never, as far as doubles go.
    const logarithm = Math.log(Math.max(total, Number.MIN_VALUE));
    this.logarithms[sides].set(step, logarithm);
    return logarithm;
  }
}
