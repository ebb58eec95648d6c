import * as path from 'node:path';
import type { MemoryOptions } from '../execute/sampled-memory';
import { childAbovePeak } from '../memory/peak';
import type { SeriesSpool } from '../memory/series-spool';
import { UsageError } from '../model/errors';
import type { Sample } from '../model/sample';
import { type Output, openOutputFile } from '../record/output';
import type { Context } from './context';
import { csvOptions } from './option-groups';
import { flag, numberFrom, type OptionValues, text, valueOption } from './options';

/** Whether and how memory is read, in every tool that measures. */
export const memoryOptions = {
  memory: flag('do not measure memory; the CSV has no columns for it', true),
  'memory-interval': valueOption('MS', 'milliseconds between two readings of memory', numberFrom(1), 100),
  'memory-series': valueOption(
    'FILE',
    'write memory over time to FILE, one curve for each configuration; `corebench memory FILE` draws them',
    text,
    null,
    'nowhere',
  ),
  force: csvOptions.force,
};

type Given = OptionValues<typeof memoryOptions>;

/**
 * Decides how the memory of a run is read. Where it cannot be, says so in one warning on stderr and leaves the run
 * without it; throws a UsageError when an option asks for what needs it.
 */
export async function watchMemory(
  given: Given & { readonly 'max-memory-regression'?: number | null },
  context: Context,
): Promise<MemoryWatch> {
  const problem = given.memory ? context.memorySupport() : null;
  if (!given.memory || problem !== null) {
    for (const option of ['max-memory-regression', 'memory-series'] as const) {
      if ((given[option] ?? null) === null) continue;
      throw new UsageError(
        `--${option} ${problem === null ? 'and --no-memory exclude each other' : `is not possible: ${problem.message}`}`,
      );
    }
    if (problem !== null) await context.stderr.write(`warning: ${problem.message} [${problem.code}]\n`);
    return new MemoryWatch(null, given, context);
  }
  const options = {
    readIntervalMs: given['memory-interval'],
    keepSeries: given['memory-series'] !== null,
  };
  return new MemoryWatch(options, given, context);
}

/** Where curves are kept while the run lasts, and where they go at its end. */
interface Curves {
  readonly spool: SeriesSpool;
  readonly output: Output;
}

async function openCurves(file: string, force: boolean, context: Context): Promise<Curves> {
  const output = openOutputFile(
    '--memory-series',
    path.resolve(context.workingDirectory, file),
    force ? 'overwrite' : 'create',
  );
  // Loaded only when asked for, as is what writes the file: every run would pay for zlib.
  const { SeriesSpool } = await import('../memory/series-spool.js');
  return { spool: new SeriesSpool(), output };
}

/** What is to be told of a run's memory when it is over. */
export class MemoryWatch {
  private curves: Curves | null = null;
  /** Runs of each benchmark in which a child held more than its own process, and what the first of these says. */
  private readonly largerChildren = new Map<string, { runs: number; readonly message: string }>();

  constructor(
    /** What an executor is to do; null when memory is not read. */
    readonly options: MemoryOptions | null,
    private readonly given: Given,
    private readonly context: Context,
  ) {}

  /** Opens the file of `--memory-series`, before the first sample. Throws a UsageError when it cannot be written. */
  async open(): Promise<void> {
    const { 'memory-series': file, force } = this.given;
    if (file !== null) this.curves = await openCurves(file, force, this.context);
  }

  add(sample: Sample): void {
    this.curves?.spool.add(sample);
    const { filename, peakMethod, peakRssKib, memory } = sample;
    if (peakMethod !== 'vmhwm' || peakRssKib === undefined || memory === undefined) return;
    const warning = childAbovePeak(memory, peakRssKib);
    if (warning === null) return;
    const known = this.largerChildren.get(filename);
    if (known === undefined) this.largerChildren.set(filename, { runs: 1, message: warning.message });
    else known.runs++;
  }

  /** Writes the curves, and tells on stderr which benchmarks had children larger than themselves. */
  async finish(): Promise<void> {
    await this.writeCurves();
    for (const [filename, { runs, message }] of this.largerChildren) {
      const times = runs === 1 ? 'in 1 run' : `in ${runs} runs`;
      await this.context.stderr.write(`warning: ${filename}: ${times} ${message} [child-above-peak]\n`);
    }
  }

  private async writeCurves(): Promise<void> {
    if (this.curves === null) return;
    const { spool, output } = this.curves;
    try {
      const { writeSeriesFile } = await import('../memory/series-file.js');
      await writeSeriesFile(spool.representatives(), output);
    } finally {
      spool.close();
      output.close();
    }
  }
}
