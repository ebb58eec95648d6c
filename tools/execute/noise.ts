import type { Random } from '../stats/random';

/** Where a simulated job stands in its run. */
export interface NoisePosition {
  /** Processes run before this one. */
  readonly index: number;
  /** Position in its block, from 1. */
  readonly order: number;
}

/** Gives the factor by which the machine changes the rate of the next process. Models keep state: order matters. */
export type NoiseModel = (position: NoisePosition, random: Random) => number;

/** Independent normal noise with the given coefficient of variation. */
export function white(cv: number): NoiseModel {
  return (_, random) => 1 + cv * random.normal();
}

/** First-order autoregression: stationary coefficient of variation `cv`, correlation `phi` from process to process. */
export function ar1(phi: number, cv: number): NoiseModel {
  let state: number | undefined;
  return (_, random) => {
    const innovation = cv * random.normal();
    state = state === undefined ? innovation : phi * state + Math.sqrt(1 - phi * phi) * innovation;
    return 1 + state;
  };
}

/** A linear change of `total` over `processes` processes. */
export function drift(total: number, processes: number): NoiseModel {
  return ({ index }) => 1 + (total * index) / processes;
}

/** The second process of a block is faster by `effect` (slower when negative). */
export function positionEffect(effect: number): NoiseModel {
  return ({ order }) => (order > 1 ? 1 + effect : 1);
}

/** A sine of the given amplitude that repeats after `period` processes. */
export function periodic(amplitude: number, period: number): NoiseModel {
  return ({ index }) => 1 + amplitude * Math.sin((2 * Math.PI * index) / period);
}

/** With the given probability a process is slowed by an exponentially distributed share of mean `mean`. */
export function spikes(probability: number, mean: number): NoiseModel {
  return (_, random) => (random.next() < probability ? 1 / (1 + mean * random.exponential()) : 1);
}

/** With the given probability a process runs in a second mode, faster by `gap`. */
export function bimodal(probability: number, gap: number): NoiseModel {
  return (_, random) => (random.next() < probability ? 1 + gap : 1);
}

/** No noise at all. */
export function constant(): NoiseModel {
  return () => 1;
}
