import { StringDecoder } from 'node:string_decoder';
import { UsageError } from '../model/errors';
import type { Sample } from '../model/sample';
import type { Warning } from '../model/warning';
import { type CsvHeader, type CsvKind, recognizeHeader } from './csv-header';
import { type CsvRecord, CsvRecords } from './csv-records';
import { CsvRows, sweepCast } from './csv-rows';
import type { Input } from './input';

/** Records given to csv-parse in one call. */
const BATCH = 256;
/** Characters; no row of results is this long, but a file that is no CSV may be one line. */
const LONGEST_LINE = 1 << 20;
/** Invalid rows told one by one. */
const MOST_LISTED = 20;

export interface CsvReaderOptions {
  /** Leave invalid rows out and count them, instead of throwing. */
  readonly skipInvalid: boolean;
  /** Called with the kind of the files before the first sample. */
  readonly onKind?: (kind: CsvKind) => void;
  readonly onSample: (sample: Sample) => void;
}

/** What was read of one or several files. */
export interface CsvSummary {
  readonly kind: CsvKind;
  readonly samples: number;
  readonly invalidRows: number;
  readonly warnings: readonly Warning[];
}

/**
 * Reads the files of compare, run and scatter, those of Node core and of this toolkit, one after another as if they
 * were one, and hands on each row as a sample the moment it is read. Of the rows nothing is kept.
 *
 * Rounds are counted on from file to file, so that the pairs of two files never meet; rows of a file without rounds
 * are numbered in the order of the file within their configuration and variant. An order that is not given is NaN.
 *
 * Throws a UsageError that names file and line for a row that is not valid, for a file of no known kind, of another
 * kind than the first, or without rows. A last line that a killed writer left unfinished is dropped with a warning.
 */
export async function readCsv(inputs: readonly Input[], options: CsvReaderOptions): Promise<CsvSummary> {
  const summary = new Summary(options);
  for (const input of inputs) {
    const file = new FileReader(input.name, summary);
    const decoder = new StringDecoder('utf8');
    for await (const chunk of input.chunks()) file.push(decoder.write(chunk));
    file.push(decoder.end());
    file.end();
  }
  return summary.close();
}

/** What is known of all files so far. */
class Summary {
  kind: CsvKind | null = null;
  samples = 0;
  rounds = 0;
  private firstName = '';
  private invalidRows = 0;
  private readonly warnings: Warning[] = [];

  constructor(private readonly options: CsvReaderOptions) {}

  startFile(name: string, kind: CsvKind): void {
    if (this.kind === null) {
      this.kind = kind;
      this.firstName = name;
      this.options.onKind?.(kind);
    } else if (kind !== this.kind) {
      throw new UsageError(
        `${name} is a file of ${kind} and ${this.firstName} one of ${this.kind}: only files of one kind go together`,
      );
    }
  }

  add(sample: Sample): void {
    this.samples++;
    this.options.onSample(sample);
  }

  addInvalid(place: string, reason: string): void {
    if (!this.options.skipInvalid) {
      throw new UsageError(`${place}: ${reason} (--skip-invalid leaves such rows out)`);
    }
    this.invalidRows++;
    if (this.invalidRows <= MOST_LISTED) this.warn('invalid-row', `${place}: ${reason}; left out`);
  }

  warn(code: string, message: string): void {
    this.warnings.push({ code, message });
  }

  close(): CsvSummary {
    const { kind, samples, invalidRows, warnings } = this;
    if (invalidRows > MOST_LISTED) this.warn('invalid-row', `${invalidRows} rows were left out in all`);
    return { kind: kind!, samples, invalidRows, warnings };
  }
}

/** Reads one file from its pieces of text. */
class FileReader {
  private rest = '';
  private lineNumber = 0;
  private headerLine = '';
  private header: CsvHeader | null = null;
  private records = new CsvRecords();
  private rows: CsvRows | null = null;
  private readonly samplesBefore: number;

  constructor(
    private readonly name: string,
    private readonly summary: Summary,
  ) {
    this.samplesBefore = summary.samples;
  }

  push(piece: string): void {
    const text = this.rest + piece;
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      this.line(text.slice(start, text[end - 1] === '\r' ? end - 1 : end), false);
      start = end + 1;
    }
    this.rest = text.slice(start);
    if (this.rest.length > LONGEST_LINE) {
      throw new UsageError(
        `${this.name}:${this.lineNumber + 1}: no line of a CSV file of benchmarks is this long`,
      );
    }
  }

  end(): void {
    if (this.rest !== '') this.line(this.rest, true);
    this.records.end();
    this.drain();
    if (this.rows === null) throw new UsageError(`${this.name} is empty`);
    this.summary.rounds = this.rows.rounds;
    if (this.summary.samples === this.samplesBefore) {
      throw new UsageError(`${this.name} has a header, but no ${this.lineNumber > 1 ? 'valid ' : ''}row`);
    }
  }

  private line(text: string, cut: boolean): void {
    this.lineNumber++;
    if (this.rows === null) {
      this.readHeader(text);
      return;
    }
    if (!cut && this.records.idle) {
      const sample = this.rows.fromLine(text);
      if (sample !== null) {
        this.summary.add(sample);
        return;
      }
    }
    this.records.add({ text, number: this.lineNumber, cut });
    if (this.records.size >= BATCH) this.drain();
  }

  private readHeader(text: string): void {
    const bare = text.replace(/^\uFEFF/, '');
    const records = new CsvRecords();
    records.add({ text: bare, number: this.lineNumber, cut: false });
    records.end();
    const [record] = records.take();
    if (record === undefined) return;
    const header = recognizeHeader((record.fields ?? [record.text]).map(String), this.name);
    this.summary.startFile(this.name, header.kind);
    this.headerLine = bare;
    this.header = header;
    this.records = new CsvRecords(header.kind === 'scatter' ? sweepCast(header) : undefined);
    this.rows = new CsvRows(header, this.summary.rounds);
  }

  /** The header once more: files were joined before they came here. */
  private startNextFile(): void {
    this.summary.rounds = this.rows!.rounds;
    this.rows = new CsvRows(this.header!, this.summary.rounds);
  }

  private drain(): void {
    for (const record of this.records.take()) this.record(record);
  }

  private record({ line, text, cut, fields, problem }: CsvRecord): void {
    const place = `${this.name}:${line}`;
    // A field of which nothing has been written is not one that was left empty.
    const breaksOff = cut && text.endsWith(',');
    const sample = fields === null || breaksOff ? problem : this.rows!.fromFields(fields, text);
    if (typeof sample !== 'string') this.summary.add(sample);
    else if (cut) this.summary.warn('cut-off', `${place}: the file breaks off in this line; it was left out`);
    else if (text === this.headerLine) this.startNextFile();
    else this.summary.addInvalid(place, sample);
  }
}
