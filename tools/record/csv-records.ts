import { parse } from 'csv-parse/sync';
import type { Value } from '../model/configuration';

/** A field: its text, unless `cast` made something else of it. */
export type Field = Value | undefined;
export type Cast = (text: string, field: { readonly quoted: boolean; readonly index: number }) => Field;

/** One line of a file. */
export interface Line {
  readonly text: string;
  /** Counted from 1. */
  readonly number: number;
  /** The file ends in it without a line break. */
  readonly cut: boolean;
}

/** One record, or what stands where one should be. */
export interface CsvRecord {
  /** Where it begins, counted from 1. */
  readonly line: number;
  readonly text: string;
  /** The file ends in it without a line break. */
  readonly cut: boolean;
  /** Null for a text that is no record; then `problem` says why. */
  readonly fields: readonly Field[] | null;
  readonly problem: string;
}

/** A quoted field with more line breaks than this is a quote that was never closed. */
const MOST_LINES = 100;

function countQuotes(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) count++;
  return count;
}

function textOf(lines: readonly Line[]): string {
  return lines.map((line) => line.text).join('\n');
}

function recordOf(lines: readonly Line[], fields: readonly Field[] | null, problem = ''): CsvRecord {
  return { line: lines[0]!.number, text: textOf(lines), cut: lines.at(-1)!.cut, fields, problem };
}

/**
 * Lines into records. Lines are collected and parsed many at a time, because a call of csv-parse costs 200 µs however
 * little it is given (a line in a batch: 7 µs). Only when a batch does not parse is each of its records parsed alone.
 */
export class CsvRecords {
  /** Complete records, each the lines that it spans. */
  private complete: Line[][] = [];
  /** The lines of a record in which a quote is still open. */
  private open: Line[] = [];

  constructor(private readonly cast?: Cast) {}

  /** Records collected and not yet taken. */
  get size(): number {
    return this.complete.length;
  }

  /** Whether the next line begins a record with nothing before it waiting to be taken. */
  get idle(): boolean {
    return this.complete.length === 0 && this.open.length === 0;
  }

  add(line: Line): void {
    if (this.open.length === 0 && line.text.trim() === '') return;
    const closes = countQuotes(line.text) % 2 === (this.open.length === 0 ? 0 : 1);
    this.open.push(line);
    if (closes) {
      this.complete.push(this.open);
      this.open = [];
    } else if (this.open.length > MOST_LINES) {
      this.giveUpOpen();
    }
  }

  /** Nothing follows: what is still open stays so. */
  end(): void {
    while (this.open.length > 0) this.giveUpOpen();
  }

  /** The collected records in their order; they are collected no more. */
  take(): CsvRecord[] {
    const records = this.complete;
    this.complete = [];
    const parsed = records.length === 0 ? [] : this.parse(records);
    if (parsed.length === records.length) {
      return records.map((lines, at) => recordOf(lines, parsed[at]!));
    }
    return records.flatMap((lines) => this.parseAlone(lines));
  }

  /** The first line of the open record is taken for a broken one, the lines after it for records of their own. */
  private giveUpOpen(): void {
    const [first, ...rest] = this.open;
    this.open = [];
    this.complete.push([first!]);
    for (const line of rest) this.add(line);
  }

  private parseAlone(lines: Line[]): CsvRecord[] {
    let problem = '';
    const [fields] = this.parse([lines], (message) => {
      problem = message;
    });
    if (fields !== undefined) return [recordOf(lines, fields)];
    const rest = new CsvRecords(this.cast);
    for (const line of lines.slice(1)) rest.add(line);
    rest.end();
    return [recordOf(lines.slice(0, 1), null, problem), ...rest.take()];
  }

  /** The fields of each record; nothing when the records do not parse. */
  private parse(
    records: readonly Line[][],
    onProblem: (message: string) => void = () => {},
  ): (readonly Field[])[] {
    const text = records.map(textOf).join('\n');
    const { cast } = this;
    try {
      return parse(text, {
        record_delimiter: '\n',
        trim: true,
        relax_column_count: true,
        ...(cast && { cast: (field, { quoting, index }) => cast(field, { quoted: quoting, index }) }),
      });
    } catch (error) {
      // What follows the colon tells of lines and bytes of the text that was parsed, not of the file.
      onProblem((error as Error).message.split(':')[0]!.toLowerCase());
      return [];
    }
  }
}
