import { type Configuration, configurationKey, inferValue, parseConfiguration } from '../model/configuration';
import type { Sample } from '../model/sample';
import type { CsvHeader } from './csv-header';
import { Measured, ORDER, PEAK, RATE, ROUND, TIME, TREE } from './csv-measured';
import type { Cast, Field } from './csv-records';

/** Prefixes remembered at most: what repeats less than this is not worth its memory. */
const MOST_PREFIXES = 100_000;

/** The label of samples that are compared with nothing. */
const ONLY_VARIANT = 'node';

const [SPACE, QUOTE, COMMA] = [32, 34, 44];

function orAbsent(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value;
}

/** What all rows of one configuration under one variant share. */
interface Series {
  readonly filename: string;
  readonly variant: string;
  readonly configuration: Configuration;
  /** Rows so far. */
  count: number;
}

/** A text that rows begin with. */
interface Prefix {
  readonly prefix: string;
  readonly series: Series;
  /** What the row after the last one of these began with. */
  next: Prefix | undefined;
}

/** Reads the cells of a sweep: a quoted text is a text, a bare one what it looks like, an empty one is no value. */
export function sweepCast({ parameters }: CsvHeader): Cast {
  const variables = new Set(parameters.map(({ index }) => index));
  return (text, { quoted, index }) =>
    quoted || !variables.has(index) ? text : text === '' ? undefined : inferValue(text);
}

/** Rows of one file into samples. A row that is not one is answered with what is wrong with it. */
export class CsvRows {
  /**
   * Columns before the first measured one, where all columns from there on are measured ones: as every tool writes
   * them. Then a line is a text that repeats from round to round and a few numbers, and csv-parse need see the text
   * only once. -1 in every other file, which csv-parse reads whole.
   */
  private readonly prefixColumns: number;
  private readonly prefixes = new Map<string, Prefix>();
  private latest: Prefix | undefined;
  private readonly configurations = new Map<string, Configuration | null>();
  private readonly series = new Map<string, Series>();
  /** Where the measured fields begin and end in the line that was cut last, and what is before them. */
  private readonly starts: Int32Array;
  private readonly ends: Int32Array;
  private prefixEnd = 0;
  private readonly measured: Measured;
  private latestRound: number;

  /** `roundsBefore`: rounds of the files read before this one; its own are counted on from there. */
  constructor(
    private readonly header: CsvHeader,
    private readonly roundsBefore = 0,
  ) {
    const { measures, names } = header;
    const first = measures[0]!.index;
    this.prefixColumns = first + measures.length === names.length ? first : -1;
    this.starts = new Int32Array(measures.length);
    this.ends = new Int32Array(measures.length);
    this.measured = new Measured(measures);
    this.latestRound = roundsBefore;
  }

  /** Rounds of the files read so far. */
  get rounds(): number {
    return this.latestRound;
  }

  /**
   * The sample of the line that stands in a text from `start` to `end`, if what is before its measured fields has been
   * seen before; null when csv-parse has to say what the line is.
   */
  fromLine(text: string, start: number, end: number): Sample | null {
    if (!this.cut(text, start, end)) return null;
    const series = this.knownSeries(text.slice(start, this.prefixEnd));
    if (series === undefined) return null;
    this.readCut(text);
    return this.measured.isValid() ? this.sample(series) : null;
  }

  /** The sample of a record, or what is wrong with it. `text` is what the file has for it. */
  fromFields(fields: readonly Field[], text: string): Sample | string {
    const { names, measures } = this.header;
    if (fields.length !== names.length) {
      return `${fields.length} field${fields.length === 1 ? '' : 's'} where the header has ${names.length}`;
    }
    const series = this.seriesOf(fields);
    if (typeof series === 'string') return series;
    const texts = measures.map(({ index }) => String(fields[index] ?? ''));
    texts.forEach((field, at) => {
      this.measured.read(at, field, 0, field.length);
    });
    if (!this.measured.isValid()) return this.measured.problemOf(texts);
    const sample = this.sample(series);
    this.remember(text, series, texts);
    return sample;
  }

  /** The series whose rows begin with this text. Rounds repeat each other, so it is looked for behind the last one first. */
  private knownSeries(prefix: string): Series | undefined {
    const { latest } = this;
    const guess = latest?.next;
    const known = guess?.prefix === prefix ? guess : this.prefixes.get(prefix);
    if (known === undefined) return undefined;
    if (latest !== undefined) latest.next = known;
    this.latest = known;
    return known.series;
  }

  /**
   * Finds the measured fields of a line from its end, without the space before them and the quotes around them; false
   * where they cannot be told without csv-parse.
   */
  private cut(text: string, start: number, end: number): boolean {
    if (this.prefixColumns < 0) return false;
    const { starts, ends } = this;
    let stop = end;
    for (let at = starts.length - 1; at >= 0; at--) {
      let comma = stop;
      do comma--;
      while (comma >= start && text.charCodeAt(comma) !== COMMA);
      if (comma < start) return false;
      let first = text.charCodeAt(comma + 1) === SPACE ? comma + 2 : comma + 1;
      let last = stop;
      if (text.charCodeAt(first) === QUOTE) {
        first++;
        last--;
        if (last < first || text.charCodeAt(last) !== QUOTE) return false;
      }
      starts[at] = first;
      ends[at] = last;
      stop = comma;
    }
    this.prefixEnd = stop;
    return true;
  }

  private readCut(text: string): void {
    const { starts, ends, measured } = this;
    for (let at = 0; at < starts.length; at++) measured.read(at, text, starts[at]!, ends[at]!);
  }

  /** Next time the text before the measured fields is known, if they can be told from it without csv-parse. */
  private remember(text: string, series: Series, measured: readonly string[]): void {
    if (!this.cut(text, 0, text.length)) return;
    if (measured.some((field, at) => field !== text.slice(this.starts[at], this.ends[at]))) return;
    if (this.prefixes.size >= MOST_PREFIXES) this.prefixes.clear();
    // A copy: a slice would keep all of the file around it in memory.
    const prefix = Buffer.from(text.slice(0, this.prefixEnd)).toString();
    this.prefixes.set(prefix, { prefix, series, next: undefined });
  }

  private seriesOf(fields: readonly Field[]): Series | string {
    const { header } = this;
    const filename = String(fields[header.filename]);
    const variant = header.binary < 0 ? ONLY_VARIANT : String(fields[header.binary]);
    const configuration = this.configurationOf(fields);
    if (configuration === null) {
      return `configuration ${JSON.stringify(fields[header.configuration])} is not made of key=value pairs`;
    }
    const key = [variant, filename, configurationKey(configuration)].join('\u0000');
    let series = this.series.get(key);
    if (series === undefined) {
      series = { filename, variant, configuration, count: 0 };
      this.series.set(key, series);
    }
    return series;
  }

  private configurationOf(fields: readonly Field[]): Configuration | null {
    const { kind, configuration, parameters } = this.header;
    if (kind !== 'scatter') return configuration < 0 ? [] : this.parseOnce(String(fields[configuration]));
    return parameters.flatMap(({ name, index }) => {
      const value = fields[index];
      return value === undefined ? [] : [[name, value] as const];
    });
  }

  private parseOnce(text: string): Configuration | null {
    let configuration = this.configurations.get(text);
    if (configuration === undefined) {
      configuration = parseConfiguration(text);
      this.configurations.set(text, configuration);
    }
    return configuration;
  }

  private sample(series: Series): Sample {
    const { values, peakMethod } = this.measured;
    series.count++;
    const round = values[ROUND]!;
    const numbered = this.roundsBefore + (Number.isNaN(round) ? series.count : round);
    if (numbered > this.latestRound) this.latestRound = numbered;
    return {
      filename: series.filename,
      configuration: series.configuration,
      variant: series.variant,
      round: numbered,
      order: values[ORDER]!,
      rate: values[RATE]!,
      time: values[TIME]!,
      peakRssKib: orAbsent(values[PEAK]!),
      treeRssKib: orAbsent(values[TREE]!),
      peakMethod,
    };
  }
}
