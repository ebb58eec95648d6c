import { parseDecimal } from '../model/decimal';
import type { PeakMethod } from '../model/sample';
import type { Column, Measure } from './csv-header';

/** Places in `Measured.values`. */
export const [RATE, TIME, ROUND, ORDER, PEAK, TREE] = [0, 1, 2, 3, 4, 5] as const;
const METHOD = 6;

const PLACES: { readonly [name in Measure]: number } = {
  rate: RATE,
  time: TIME,
  round: ROUND,
  order: ORDER,
  peak_rss_kib: PEAK,
  tree_rss_kib: TREE,
  peak_rss_method: METHOD,
};

const PEAK_METHODS: readonly PeakMethod[] = ['vmhwm', 'gnu-time', 'sampler'];

/** What stands for a text that is no number: none of what is measured is negative. */
const UNREADABLE = -1;

/** The measured fields of one row after another, read into the same places: a file has millions of them. */
export class Measured {
  /** NaN where the file has no such column or the field is empty. */
  readonly values = new Float64Array(METHOD).fill(Number.NaN);
  peakMethod: PeakMethod | undefined;
  private readonly places: Uint8Array;
  private isMethodKnown = true;

  constructor(private readonly columns: readonly Column<Measure>[]) {
    this.places = Uint8Array.from(columns, ({ name }) => PLACES[name]);
  }

  /** Reads the field of the `at`-th measured column, which stands in a text from `start` to `end`. */
  read(at: number, text: string, start: number, end: number): void {
    const place = this.places[at]!;
    if (place === METHOD) {
      const name = text.slice(start, end);
      this.peakMethod = PEAK_METHODS.find((method) => method === name);
      this.isMethodKnown = name === '' || this.peakMethod !== undefined;
    } else if (start === end) {
      this.values[place] = Number.NaN;
    } else {
      const value = parseDecimal(text, start, end);
      this.values[place] = Number.isNaN(value) ? UNREADABLE : value;
    }
  }

  /** Whether the fields read are those of a valid row. */
  isValid(): boolean {
    for (let at = 0; at < this.places.length; at++) if (!this.isValidAt(at)) return false;
    return true;
  }

  /** Why they are not. `texts` are the fields that were read. */
  problemOf(texts: readonly string[]): string {
    const at = this.columns.findIndex((_, column) => !this.isValidAt(column));
    const expected = this.places[at] === METHOD ? PEAK_METHODS.join(', ') : 'a positive number';
    return `${this.columns[at]!.name} is ${JSON.stringify(texts[at])}, not ${expected}`;
  }

  private isValidAt(at: number): boolean {
    const place = this.places[at]!;
    if (place === METHOD) return this.isMethodKnown;
    const value = this.values[place]!;
    if (place === RATE) return value > 0;
    // A clock that is too coarse gives 0.
    if (place === TIME) return value >= 0;
    return Number.isNaN(value) || value > 0;
  }
}
