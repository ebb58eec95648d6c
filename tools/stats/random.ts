/** A stream of pseudo-random numbers that depends on its seed alone. */
export interface Random {
  /** Uniform in [0, 1), with 53 random bits. */
  next(): number;
  /** Uniform in 0 … n − 1, without modulo bias. Throws a RangeError unless n is an integer from 1 to 2^32. */
  integer(n: number): number;
  /** Standard normal. */
  normal(): number;
  /** Exponential with mean 1. */
  exponential(): number;
  /** Puts the elements of `array` into random order, in place (Fisher–Yates), and returns it. */
  shuffle<T>(array: T[]): T[];
}

const TWO_32 = 2 ** 32;

/** Multiplier and start of each of the four hash lanes: odd multipliers without a common structure. */
const LANES = [
  [0x9e3779b1, 0x243f6a88],
  [0x85ebca6b, 0x85a308d3],
  [0xc2b2ae35, 0x13198a2e],
  [0x27d4eb2f, 0x03707344],
] as const;

/** The 32-bit finaliser of MurmurHash3 (Appleby, 2011): every input bit flips every output bit half the time. */
function avalanche(word: number): number {
  let h = word;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function hashLane(text: string, multiplier: number, start: number): number {
  let h = start;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), multiplier);
    h ^= h >>> 15;
  }
  return avalanche(h ^ text.length);
}

/**
 * A generator whose stream is fixed by `seed` on every platform. The seed's text is hashed to 128 bits, so seeds that
 * differ in one character (`7/url/1` and `7/url/2`) give unrelated streams; the number 7 and the text `7` are one seed.
 *
 * The generator is sfc32 (C. Doty-Humphrey, PractRand): 128 bits of state, period at least 2^32 and 2^127 on average.
 */
export function seededRandom(seed: number | string): Random {
  const text = String(seed);
  let [a, b, c, counter] = LANES.map(([multiplier, start]) => hashLane(text, multiplier, start));

  function word(): number {
    const result = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + result;
    c |= 0;
    return result >>> 0;
  }

  // The author's own initialisation discards this many words so that all state bits have met.
  for (let i = 0; i < 12; i++) word();

  function next(): number {
    const high = word() >>> 5;
    const low = word() >>> 6;
    return (high * 2 ** 26 + low) / 2 ** 53;
  }

  function integer(n: number): number {
    if (!Number.isInteger(n) || n < 1 || n > TWO_32) {
      throw new RangeError(`integer(n) needs an integer n from 1 to 2^32, not ${n}`);
    }
    const limit = TWO_32 - (TWO_32 % n);
    let value = word();
    while (value >= limit) value = word();
    return value % n;
  }

  let spare: number | null = null;

  // Marsaglia's polar method (SIAM Review 6, 1964): pairs of normals from points of the unit disc.
  function normal(): number {
    if (spare !== null) {
      const value = spare;
      spare = null;
      return value;
    }
    for (;;) {
      const u = 2 * next() - 1;
      const v = 2 * next() - 1;
      const s = u * u + v * v;
      if (s < 1 && s > 0) {
        const factor = Math.sqrt((-2 * Math.log(s)) / s);
        spare = v * factor;
        return u * factor;
      }
    }
  }

  function exponential(): number {
    return -Math.log1p(-next());
  }

  function shuffle<T>(array: T[]): T[] {
    for (let i = array.length - 1; i > 0; i--) {
      const j = integer(i + 1);
      [array[i], array[j]] = [array[j], array[i]];
    }
    return array;
  }

  return { next, integer, normal, exponential, shuffle };
}
