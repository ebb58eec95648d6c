import type { Random } from '../../tools/stats';

/** The shapes that benchmark rates take, each with a centre near 1. */
export const SHAPES = {
  normal: (random: Random) => 1 + 0.02 * random.normal(),
  lognormal: (random: Random) => Math.exp(0.1 * random.normal()),
  /** Mostly fast, one run in ten slowed down by something else. */
  spiky: (random: Random) =>
    random.next() < 0.1 ? 1 / (1 + 0.2 * random.exponential()) : 1 - 0.005 * Math.abs(random.normal()),
  /** Two speeds, depending on how memory was laid out. */
  bimodal: (random: Random) => 1 + 0.01 * random.normal() + (random.next() < 0.4 ? 0.06 : 0),
} as const;

export type Shape = keyof typeof SHAPES;

/** `count` samples of a shape, multiplied by `factor`. */
export function draw(random: Random, shape: Shape, count: number, factor = 1): number[] {
  return Array.from({ length: count }, () => factor * SHAPES[shape](random));
}
