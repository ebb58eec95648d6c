import { type Configuration, configurationKey, inferValue, parseConfiguration } from '../model/configuration';
import { parseDecimal } from '../model/decimal';
import type { PeakMethod, Sample } from '../model/sample';
import type { CsvHeader } from './csv-header';
import type { Cast, Field } from './csv-records';

/** Prefixes remembered at most: what repeats less than this is not worth its memory. */
const MOST_PREFIXES = 100_000;

/** The label of samples that are compared with nothing. */
const ONLY_VARIANT = 'node';

const PEAK_METHODS: { readonly [text: string]: PeakMethod | undefined } = {
  vmhwm: 'vmhwm',
  'gnu-time': 'gnu-time',
  sampler: 'sampler',
};

/** What all rows of one configuration under one variant share. */
interface Series {
  readonly filename: string;
  readonly variant: string;
  readonly configuration: Configuration;
  /** Rows so far. */
  count: number;
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
  private readonly prefixes = new Map<string, Series>();
  private readonly series = new Map<string, Series>();
  private readonly measured: string[];
  private latestRound: number;

  /** `roundsBefore`: rounds of the files read before this one; its own are counted on from there. */
  constructor(
    private readonly header: CsvHeader,
    private readonly roundsBefore = 0,
  ) {
    const { measures, names } = header;
    const first = measures[0]!.index;
    this.prefixColumns = first + measures.length === names.length ? first : -1;
    this.measured = measures.map(() => '');
    this.latestRound = roundsBefore;
  }

  /** Rounds of the files read so far. */
  get rounds(): number {
    return this.latestRound;
  }

  /** The sample of a line whose text has been seen before; null when csv-parse has to say what the line is. */
  fromLine(line: string): Sample | null {
    const end = this.cutMeasures(line);
    if (end < 0) return null;
    const series = this.prefixes.get(line.slice(0, end));
    if (series === undefined) return null;
    const sample = this.sample(series, this.measured);
    return typeof sample === 'string' ? null : sample;
  }

  /** The sample of a record, or what is wrong with it. `text` is what the file has for it. */
  fromFields(fields: readonly Field[], text: string): Sample | string {
    const { names, measures } = this.header;
    if (fields.length !== names.length) {
      return `${fields.length} field${fields.length === 1 ? '' : 's'} where the header has ${names.length}`;
    }
    const series = this.seriesOf(fields);
    if (typeof series === 'string') return series;
    const measured = measures.map(({ index }) => String(fields[index] ?? ''));
    const sample = this.sample(series, measured);
    if (typeof sample !== 'string') this.remember(text, series, measured);
    return sample;
  }

  /** Puts the measured fields of a line into `this.measured`; gives where the text before them ends, -1 if nowhere. */
  private cutMeasures(line: string): number {
    if (this.prefixColumns < 0) return -1;
    let end = line.length;
    for (let at = this.measured.length - 1; at >= 0; at--) {
      const comma = line.lastIndexOf(',', end - 1);
      if (comma < 0) return -1;
      const field = line.slice(comma + 1, end).trim();
      this.measured[at] = field.startsWith('"') ? field.slice(1, -1) : field;
      end = comma;
    }
    return end;
  }

  /** Next time the text before the measured fields is known, if they can be told from it without csv-parse. */
  private remember(text: string, series: Series, measured: readonly string[]): void {
    const end = this.cutMeasures(text);
    if (end < 0 || measured.some((field, at) => field !== this.measured[at])) return;
    if (this.prefixes.size >= MOST_PREFIXES) this.prefixes.clear();
    // A copy: a slice would keep all of the file around it in memory.
    this.prefixes.set(Buffer.from(text.slice(0, end)).toString(), series);
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
    if (kind !== 'scatter') return configuration < 0 ? [] : parseConfiguration(String(fields[configuration]));
    return parameters.flatMap(({ name, index }) => {
      const value = fields[index];
      return value === undefined ? [] : [[name, value] as const];
    });
  }

  private sample(series: Series, measured: readonly string[]): Sample | string {
    const { measures } = this.header;
    let rate = Number.NaN;
    let time = Number.NaN;
    let round: number | undefined;
    let order: number | undefined;
    let peakRssKib: number | undefined;
    let treeRssKib: number | undefined;
    let peakMethod: PeakMethod | undefined;
    for (let at = 0; at < measures.length; at++) {
      const { name } = measures[at]!;
      const text = measured[at]!;
      if (name === 'peak_rss_method') {
        peakMethod = PEAK_METHODS[text];
        if (peakMethod === undefined && text !== '') return `${name} ${JSON.stringify(text)} is not known`;
        continue;
      }
      const isRequired = name === 'rate' || name === 'time';
      if (text === '' && !isRequired) continue;
      const value = parseDecimal(text);
      // A time of 0 is what a clock gives that is too coarse; nothing else that is measured can be 0.
      if (!(value > 0 || (value === 0 && name === 'time')) || value === Number.POSITIVE_INFINITY) {
        return `${name} ${JSON.stringify(text)} is not a positive number`;
      }
      if (name === 'rate') rate = value;
      else if (name === 'time') time = value;
      else if (name === 'round') round = value;
      else if (name === 'order') order = value;
      else if (name === 'peak_rss_kib') peakRssKib = value;
      else treeRssKib = value;
    }
    series.count++;
    const numbered = this.roundsBefore + (round ?? series.count);
    if (numbered > this.latestRound) this.latestRound = numbered;
    return {
      filename: series.filename,
      configuration: series.configuration,
      variant: series.variant,
      round: numbered,
      order: order ?? Number.NaN,
      rate,
      time,
      peakRssKib,
      treeRssKib,
      peakMethod,
    };
  }
}
