import type { Arm } from './sample-table';

/** The rates of the two sides of a configuration, block by block. */
export interface Pairs {
  readonly oldRates: Float64Array;
  readonly newRates: Float64Array;
  /** 1 where new ran second, −1 where old did, NaN where it is not known. */
  readonly newWasSecond: Float64Array;
  /** Samples whose partner is missing. */
  readonly unpaired: number;
}

/** The round; with how often it has come before where it has: files that were concatenated repeat their rounds. */
function keysOf(arm: Arm): (number | string)[] {
  const seen = new Map<number, number>();
  return Array.from(arm.rounds.values(), (round) => {
    const before = seen.get(round) ?? 0;
    seen.set(round, before + 1);
    return before === 0 ? round : `${round}/${before}`;
  });
}

/** Joins the samples of the two arms that ran in one block; those without a partner are counted and left out. */
export function pairUp(oldArm: Arm | undefined, newArm: Arm | undefined): Pairs {
  const empty = new Float64Array(0);
  if (oldArm === undefined || newArm === undefined) {
    const unpaired = (oldArm?.rates.length ?? 0) + (newArm?.rates.length ?? 0);
    return { oldRates: empty, newRates: empty, newWasSecond: empty, unpaired };
  }
  const places = new Map(keysOf(oldArm).map((key, at) => [key, at]));
  const oldPlaces: number[] = [];
  const newPlaces: number[] = [];
  keysOf(newArm).forEach((key, at) => {
    const place = places.get(key);
    if (place === undefined) return;
    oldPlaces.push(place);
    newPlaces.push(at);
  });
  const [oldRates, newRates] = [oldArm.rates.values(), newArm.rates.values()];
  const [oldOrders, newOrders] = [oldArm.orders.values(), newArm.orders.values()];
  return {
    oldRates: Float64Array.from(oldPlaces, (place) => oldRates[place]!),
    newRates: Float64Array.from(newPlaces, (place) => newRates[place]!),
    newWasSecond: Float64Array.from(newPlaces, (place, pair) =>
      Math.sign(newOrders[place]! - oldOrders[oldPlaces[pair]!]!),
    ),
    unpaired: oldRates.length + newRates.length - 2 * newPlaces.length,
  };
}

/** ln(new / old) of every pair. */
export function logRatios({ oldRates, newRates }: Pairs): Float64Array {
  return newRates.map((rate, at) => {
    const old = oldRates[at]!;
    const ratio = rate / old;
    // A ratio of extreme numbers overflows or underflows where its logarithm does not.
    return ratio > 0 && ratio < Number.POSITIVE_INFINITY ? Math.log(ratio) : Math.log(rate) - Math.log(old);
  });
}
