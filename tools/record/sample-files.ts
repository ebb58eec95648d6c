import { UsageError } from '../model/errors';
import type { RecordedFailure, RecordingEnd, RecordingHeader } from '../model/recording';
import type { Sample } from '../model/sample';
import type { Warning } from '../model/warning';
import type { CsvKind } from './csv-header';
import { readCsv } from './csv-reader';
import type { Input } from './input';
import { readRecording } from './recording-reader';

/** Invalid lines told one by one. */
const MOST_LISTED = 20;

export interface SampleFilesOptions {
  /** Leave invalid lines out and count them, instead of throwing. */
  readonly skipInvalid: boolean;
  /** Called with the kind of the files before the first sample. */
  readonly onKind?: (kind: CsvKind) => void;
  /** `part`: which of the recordings, counted from 0 over all files; always 0 for CSV. */
  readonly onSample: (sample: Sample, part: number) => void;
}

/** One recording: a file, or a part of a merged one. */
export interface RecordedPart {
  readonly name: string;
  readonly header: RecordingHeader;
}

/** What was read. Of CSV files, which tell nothing of it, no failure is known and nothing is missing. */
export interface SampleFiles {
  readonly kind: CsvKind;
  readonly warnings: readonly Warning[];
  /** The recordings; none for CSV. */
  readonly parts: readonly RecordedPart[];
  readonly failures: readonly RecordedFailure[];
  /** Configurations that some variant did not have. */
  readonly unpaired: readonly string[];
  /** Whether each recording has come to its end. */
  readonly complete: boolean;
}

/** The first piece of an input, and the input as if it had not been looked at. */
async function peek(input: Input): Promise<{ readonly first: Buffer; readonly input: Input }> {
  const chunks = input.chunks()[Symbol.asyncIterator]();
  const { value } = await chunks.next();
  const first: Buffer = value ?? Buffer.alloc(0);
  const mark = first.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff') {
    throw new UsageError(`${input.name} is written in UTF-16; expected UTF-8`);
  }
  return {
    first,
    input: {
      name: input.name,
      async *chunks() {
        yield first;
        yield* { [Symbol.asyncIterator]: () => chunks };
      },
    },
  };
}

/**
 * Reads samples from CSV files (see readCsv) or from recordings, whichever the files are, one after another, and hands
 * each on the moment it is read. Rounds are counted on from one recording to the next, so that the pairs of two never
 * meet. Throws a UsageError for files of both sorts, and for what is neither.
 */
export async function readSampleFiles(
  inputs: readonly Input[],
  options: SampleFilesOptions,
): Promise<SampleFiles> {
  const reader = new Recordings(options);
  const csv: Input[] = [];
  let recordings = 0;
  for (const one of inputs) {
    const { first, input } = await peek(one);
    if (first[0] === 0x7b) {
      recordings++;
      if (csv.length === 0) await reader.read(input);
    } else {
      csv.push(input);
    }
    if (recordings > 0 && csv.length > 0) throw new UsageError('recordings and CSV files do not go together');
  }
  if (recordings > 0) return reader.summary();
  const { kind, warnings } = await readCsv(csv, {
    skipInvalid: options.skipInvalid,
    ...(options.onKind && { onKind: options.onKind }),
    onSample: (sample) => options.onSample(sample, 0),
  });
  return { kind, warnings, parts: [], failures: [], unpaired: [], complete: true };
}

/** Jobs that a recording was to have; null where it has no plan. */
function plannedJobs({ plan, settings, variants }: RecordingHeader): number | null {
  const runs = settings['runs'];
  if (plan === null || typeof runs !== 'number') return null;
  return plan.benchmarks.reduce((sum, one) => sum + one.configurations.length, 0) * runs * variants.length;
}

/** The rounds of one recording: those of one configuration under one variant rise. */
class RecordedRounds {
  private readonly latest = new Map<string, { round: number }>();
  /** By the configuration object, which the reader gives to all samples of a series. */
  private readonly known = new WeakMap<
    object,
    { variant: string; filename: string; latest: { round: number } }
  >();

  isNext({ filename, variant, configuration, round }: Sample): boolean {
    let series = this.known.get(configuration);
    if (series === undefined || series.variant !== variant || series.filename !== filename) {
      const key = JSON.stringify([filename, variant, configuration]);
      const latest = this.latest.get(key) ?? { round: 0 };
      this.latest.set(key, latest);
      series = { filename, variant, latest };
      this.known.set(configuration, series);
    }
    if (round <= series.latest.round) return false;
    series.latest.round = round;
    return true;
  }
}

/** What is known of all recordings so far. */
class Recordings {
  private readonly parts: RecordedPart[] = [];
  private readonly failures: RecordedFailure[] = [];
  private readonly warnings: Warning[] = [];
  private complete = true;
  private invalid = 0;
  private samples = 0;
  private latestRound = 0;

  constructor(private readonly options: SampleFilesOptions) {}

  async read({ name, chunks }: Input): Promise<void> {
    let end: RecordingEnd | null = null;
    let roundsBefore = 0;
    let samplesBefore = this.samples;
    let invalidBefore = this.invalid;
    let rounds = new RecordedRounds();
    const closePart = () => {
      const part = this.parts.at(-1)!.header;
      const there = this.samples - samplesBefore;
      // A line that was left out has been told already.
      const leftOut = this.invalid - invalidBefore;
      if (end?.complete === true && end.samples !== there + leftOut) {
        this.complete = false;
        this.warn(
          'samples-missing',
          `${name}: says that it is complete with ${end.samples} samples, and has ${there}`,
        );
      }
      if (end?.complete === true || part.plan === null) return;
      this.complete = false;
      const jobs = plannedJobs(part);
      const count = `${this.samples - samplesBefore}${jobs === null ? '' : ` of ${jobs}`} samples are there`;
      this.warn('incomplete', `${name}: the run did not come to its end, ${count}; --resume finishes it`);
    };
    let headers = 0;
    for await (const lines of readRecording({ name, chunks })) {
      for (const line of lines) {
        if (line.kind === 'sample') {
          const { sample } = line;
          if (this.parts.at(-1)!.header.plan !== null && !rounds.isNext(sample)) {
            this.addInvalid(
              `${name}: round ${sample.round} of ${sample.filename} (${sample.variant}) is there twice or out of order`,
            );
            this.complete = false;
            continue;
          }
          this.samples++;
          (sample as { round: number }).round += roundsBefore;
          if (sample.round > this.latestRound) this.latestRound = sample.round;
          this.options.onSample(sample, this.parts.length - 1);
        } else if (line.kind === 'header') {
          if (headers++ > 0) closePart();
          this.begin(line.header, name);
          end = null;
          roundsBefore = this.latestRound;
          samplesBefore = this.samples;
          invalidBefore = this.invalid;
          rounds = new RecordedRounds();
        } else if (line.kind === 'failure') this.failures.push(line.failure);
        else if (line.kind === 'end') end = line.end;
        else if (line.kind === 'invalid') this.addInvalid(line.problem);
        else if (line.kind === 'cut-off')
          this.warn('cut-off', `${name}: the last line breaks off; it was left out`);
      }
    }
    closePart();
  }

  summary(): SampleFiles {
    const { parts, failures, warnings } = this;
    if (this.samples === 0) throw new UsageError('no sample has been recorded yet');
    if (this.invalid > MOST_LISTED) this.warn('invalid-row', `${this.invalid} lines were left out in all`);
    this.checkParts();
    const unpaired = [...new Set(parts.flatMap(({ header }) => header.plan?.unpaired ?? []))];
    return { kind: parts[0]!.header.tool, warnings, parts, failures, unpaired, complete: this.complete };
  }

  private begin(header: RecordingHeader, name: string): void {
    const kind = this.parts[0]?.header.tool;
    if (kind === undefined) this.options.onKind?.(header.tool);
    else if (kind !== header.tool) {
      throw new UsageError(`${name} is a recording of ${header.tool}, the one before of ${kind}`);
    }
    this.parts.push({ name, header });
  }

  /** Are all shards there, is none there twice over, and was it the same that they measured? */
  private checkParts(): void {
    const headers = this.parts.map(({ header }) => header);
    const texts = this.parts.map(({ header }) => JSON.stringify(header));
    const twice = texts.findIndex((one, at) => headers[at]!.plan !== null && texts.indexOf(one) !== at);
    if (twice >= 0) {
      const [first, second] = [texts.indexOf(texts[twice]!), twice].map((at) => this.parts[at]!.name);
      throw new UsageError(`${second} is the same recording as ${first}`);
    }
    for (const count of new Set(headers.flatMap(({ shard }) => shard?.count ?? []))) {
      const there = new Set(headers.flatMap(({ shard }) => (shard?.count === count ? shard.index : [])));
      const missing = Array.from({ length: count }, (_, at) => at + 1).filter((index) => !there.has(index));
      if (missing.length === 0) continue;
      this.complete = false;
      this.warn('missing-shard', `shard ${missing.join(', ')} of ${count} is not there`);
    }
    for (const label of new Set(
      headers.flatMap(({ variants }) => variants.map((variant) => variant.label)),
    )) {
      const hashes = headers.flatMap(({ variants }) =>
        variants.filter((variant) => variant.label === label).map(({ sha256 }) => sha256),
      );
      if (new Set(hashes).size > 1) {
        this.warn('binaries-differ', `the binary of ${label} is not the same in all recordings`);
      }
    }
  }

  private addInvalid(problem: string): void {
    if (!this.options.skipInvalid) throw new UsageError(`${problem} (--skip-invalid leaves such lines out)`);
    this.invalid++;
    if (this.invalid <= MOST_LISTED) this.warn('invalid-row', `${problem}; left out`);
  }

  private warn(code: string, message: string): void {
    this.warnings.push({ code, message });
  }
}
