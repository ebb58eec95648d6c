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
  /** Where the comma before each measured field of the line is that was cut last. */
  private readonly commas: Int32Array;
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
    this.commas = new Int32Array(measures.length);
    this.measured = new Measured(measures);
    this.latestRound = roundsBefore;
  }

  /** Rounds of the files read so far. */
  get rounds(): number {
    return this.latestRound;
  }

  /** The sample of a line whose text has been seen before; null when csv-parse has to say what the line is. */
  fromLine(line: string): Sample | null {
    const { commas, measured } = this;
    if (!this.cut(line)) return null;
    const series = this.knownSeries(line.slice(0, commas[0]));
    if (series === undefined) return null;
    for (let at = 0; at < commas.length; at++) measured.read(at, this.fieldOf(line, at));
    return measured.isValid() ? this.sample(series) : null;
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
      this.measured.read(at, field);
    });
    if (!this.measured.isValid()) return this.measured.problemOf(texts);
    this.remember(text, series, texts);
    return this.sample(series);
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

  /** Finds the commas before the measured fields, from the end of the line; false where there are not as many. */
  private cut(line: string): boolean {
    if (this.prefixColumns < 0) return false;
    let comma = line.length;
    for (let at = this.commas.length - 1; at >= 0; at--) {
      do comma--;
      while (comma >= 0 && line.charCodeAt(comma) !== COMMA);
      this.commas[at] = comma;
    }
    return comma >= 0;
  }

  /** A measured field of a line that was cut: without the space before it and the quotes around it. */
  private fieldOf(line: string, at: number): string {
    const { commas } = this;
    let start = commas[at]! + 1;
    const end = at + 1 < commas.length ? commas[at + 1]! : line.length;
    if (line.charCodeAt(start) === SPACE) start++;
    return line.charCodeAt(start) === QUOTE ? line.slice(start + 1, end - 1) : line.slice(start, end);
  }

  /** Next time the text before the measured fields is known, if they can be told from it without csv-parse. */
  private remember(text: string, series: Series, measured: readonly string[]): void {
    if (!this.cut(text) || measured.some((field, at) => field !== this.fieldOf(text, at))) return;
    if (this.prefixes.size >= MOST_PREFIXES) this.prefixes.clear();
    // A copy: a slice would keep all of the file around it in memory.
    const prefix = Buffer.from(text.slice(0, this.commas[0])).toString();
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
