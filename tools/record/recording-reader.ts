import { StringDecoder } from 'node:string_decoder';
import { UsageError } from '../model/errors';
import {
  RECORDING_VERSION,
  type RecordedFailure,
  type RecordedSample,
  type RecordingEnd,
  type RecordingHeader,
  type RecordingLine,
} from '../model/recording';
import type { Sample } from '../model/sample';
import type { Input } from './input';

/** What a line of a recording is. A merged one has several headers; each belongs to what follows it. */
export type ReadLine =
  | { readonly kind: 'header'; readonly header: RecordingHeader }
  | { readonly kind: 'sample'; readonly sample: Sample }
  | { readonly kind: 'failure'; readonly failure: RecordedFailure }
  | { readonly kind: 'end'; readonly end: RecordingEnd }
  /** Neither; `problem` names file and line. */
  | { readonly kind: 'invalid'; readonly problem: string }
  /** The file breaks off in this line. */
  | { readonly kind: 'cut-off' }
  /** A line that adds nothing to what was measured, or of a later version. */
  | { readonly kind: 'other' };

/** Prefixes remembered at most: what repeats less than this is not worth its memory. */
const MOST_PREFIXES = 100_000;

const MEASURED = ',"round":';

type Repeated = Pick<Sample, 'filename' | 'variant' | 'configuration'>;

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && value < Number.POSITIVE_INFINITY;
}

/** Far above any cluster; a list of all shards is made of it. */
const MOST_SHARDS = 100_000;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isConfiguration(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (pair) =>
        Array.isArray(pair) &&
        pair.length === 2 &&
        typeof pair[0] === 'string' &&
        ['string', 'number', 'boolean'].includes(typeof pair[1]),
    )
  );
}

function isFailure({
  filename,
  variant,
  configuration,
  round,
  reason,
  stderr,
  command,
}: RecordedFailure): boolean {
  const texts = [filename, variant, reason, stderr, command];
  return (
    texts.every((text) => typeof text === 'string') &&
    isConfiguration(configuration) &&
    Number.isSafeInteger(round)
  );
}

function isPlan(plan: unknown): boolean {
  return (
    isRecord(plan) &&
    Array.isArray(plan['unpaired']) &&
    plan['unpaired'].every((name) => typeof name === 'string') &&
    Array.isArray(plan['benchmarks']) &&
    plan['benchmarks'].every(
      (one) =>
        isRecord(one) &&
        typeof one['filename'] === 'string' &&
        Array.isArray(one['configurations']) &&
        one['configurations'].every(
          (planned) => isRecord(planned) && isConfiguration(planned['configuration']),
        ),
    )
  );
}

function isShard(shard: unknown): boolean {
  if (!isRecord(shard)) return false;
  const [index, count] = [shard['index'], shard['count']] as [number, number];
  const whole = Number.isSafeInteger(index) && Number.isSafeInteger(count);
  return whole && index >= 1 && index <= count && count <= MOST_SHARDS;
}

/** What is wrong with a header; null when nothing is that readers depend on. */
function headerProblem(header: RecordingHeader): string | null {
  const { tool, settings, variants, plan, shard, environment } = header;
  if (!['compare', 'scatter', 'run'].includes(tool)) return '"tool" is none of compare, scatter and run';
  if (!isRecord(settings)) return '"settings" is no object';
  const areVariants =
    Array.isArray(variants) && variants.every((one) => isRecord(one) && typeof one['label'] === 'string');
  if (!areVariants) return '"variants" is no list of variants';
  if (plan !== null && !isPlan(plan)) return '"plan" is no plan';
  if (shard !== null && !isShard(shard)) return '"shard" is no part of a whole';
  if (environment !== null && !isRecord(environment)) return '"environment" is no object';
  return null;
}

/** Lines of one file into what they are. Unknown fields stay on the objects. */
export class RecordingLines {
  private readonly prefixes = new Map<string, Repeated>();
  private number = 0;
  private headed = false;

  constructor(private readonly name: string) {}

  /**
   * `last`: the file ends in this line without a line break.
   * Throws a UsageError that names file and line where there should be a header and is none that can be read.
   */
  read(text: string, last: boolean): ReadLine {
    this.number++;
    const quick = this.repeatedSample(text);
    if (quick !== null) return quick;
    let line: RecordingLine;
    try {
      line = JSON.parse(text) as RecordingLine;
    } catch (error) {
      if (!this.headed) {
        throw new UsageError(
          last && text.startsWith('{')
            ? `${this.name}: breaks off inside its header: nothing was recorded`
            : `${this.place()}: not the header of a recording of corebench`,
        );
      }
      return last ? { kind: 'cut-off' } : this.invalid(`no JSON: ${(error as Error).message}`);
    }
    if (line?.type === 'header' || !this.headed) return { kind: 'header', header: this.header(line) };
    switch (line?.type) {
      case 'sample':
        if (!isConfiguration(line.configuration)) {
          return this.invalid('the configuration is no list of names and values');
        }
        this.remember(text, line);
        return this.sample(line);
      case 'failure':
        return isFailure(line)
          ? { kind: 'failure', failure: line }
          : this.invalid('a failure needs filename, variant, configuration, round and reason');
      case 'end':
        return typeof line.complete === 'boolean' && Number.isSafeInteger(line.samples)
          ? { kind: 'end', end: line }
          : this.invalid('the closing line needs complete and samples');
      default:
        return { kind: 'other' };
    }
  }

  private header(line: RecordingLine): RecordingHeader {
    if (line?.type !== 'header' || line.format !== 'corebench-recording') {
      throw new UsageError(`${this.place()}: not the header of a recording of corebench`);
    }
    if (!Number.isSafeInteger(line.version))
      throw new UsageError(`${this.place()}: the header has no version`);
    if (line.version > RECORDING_VERSION) {
      throw new UsageError(
        `${this.place()}: version ${line.version} of the format; this corebench reads up to ${RECORDING_VERSION}`,
      );
    }
    const problem = headerProblem(line);
    if (problem !== null) throw new UsageError(`${this.place()}: the header is malformed: ${problem}`);
    this.headed = true;
    return line;
  }

  /** A sample of which all but what was measured has been seen before. Null when the line must be parsed whole. */
  private repeatedSample(text: string): ReadLine | null {
    // Inside a JSON text the quotes would be escaped: this is where the field begins.
    const at = text.indexOf(MEASURED);
    if (at < 0) return null;
    const repeated = this.prefixes.get(text.slice(0, at));
    if (repeated === undefined) return null;
    try {
      return this.sample(Object.assign(JSON.parse(`{${text.slice(at + 1)}`), repeated));
    } catch {
      return null;
    }
  }

  private remember(text: string, { filename, variant, configuration }: RecordedSample): void {
    const at = text.indexOf(MEASURED);
    if (at < 0) return;
    const prefix = text.slice(0, at);
    if (prefix !== JSON.stringify({ type: 'sample', filename, variant, configuration }).slice(0, -1)) return;
    if (this.prefixes.size >= MOST_PREFIXES) this.prefixes.clear();
    // A copy: a slice would keep all of the file around it in memory.
    this.prefixes.set(Buffer.from(prefix).toString(), { filename, variant, configuration });
  }

  private sample(line: RecordedSample): ReadLine {
    const { filename, variant, configuration, round, rate, time } = line;
    const isTime = isPositive(time) || time === 0;
    const isKnown =
      typeof filename === 'string' && typeof variant === 'string' && Array.isArray(configuration);
    // A rate of 0 is measured under NODEJS_BENCHMARK_ZERO_ALLOWED.
    const isRate = isPositive(rate) || rate === 0;
    if (!isKnown || !isPositive(round) || !isRate || !isTime) {
      return this.invalid(
        'a sample needs filename, variant, configuration, round, and a rate and a time that are positive',
      );
    }
    const sample = line as { order?: number };
    sample.order ??= Number.NaN;
    return { kind: 'sample', sample: line as unknown as Sample };
  }

  private place(): string {
    return `${this.name}:${this.number}`;
  }

  private invalid(problem: string): ReadLine {
    return { kind: 'invalid', problem: `${this.place()}: ${problem}` };
  }
}

/**
 * Reads a recording piece by piece: each yield is what the lines of one piece are, in order. Of the file nothing is
 * kept. Throws a UsageError that names file and line for what is no recording at all; a last line that a killed writer left
 * unfinished is told as cut-off, an empty file as nothing.
 */
export async function* readRecording(input: Input): AsyncGenerator<ReadLine[]> {
  const lines = new RecordingLines(input.name);
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of input.chunks()) {
    const text = rest + decoder.write(chunk);
    const batch: ReadLine[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      batch.push(lines.read(text.slice(start, end), false));
      start = end + 1;
    }
    rest = text.slice(start);
    yield batch;
  }
  rest += decoder.end();
  if (rest !== '') yield [lines.read(rest, true)];
}
