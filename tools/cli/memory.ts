import type { MemoryOptions } from '../execute/sampled-memory';
import { childAbovePeak } from '../memory/peak';
import { UsageError } from '../model/errors';
import type { Sample } from '../model/sample';
import type { Context } from './context';
import { flag, numberFrom, type OptionValues, valueOption } from './options';

/** Whether and how memory is read, in every tool that measures. */
export const memoryOptions = {
  memory: flag("do not measure memory; the CSV has exactly the columns of Node core's", true),
  'memory-interval': valueOption('MS', 'milliseconds between two readings of memory', numberFrom(1), 100),
};

type Given = OptionValues<typeof memoryOptions>;

/**
 * Decides how the memory of a run is read. Where it cannot be, says so in one warning on stderr and leaves the run
 * without it; throws a UsageError when a memory gate makes that impossible.
 */
export async function watchMemory(
  given: Given & { readonly 'max-memory-regression'?: number | null },
  context: Context,
): Promise<MemoryWatch> {
  const isGated = (given['max-memory-regression'] ?? null) !== null;
  if (!given.memory) {
    if (isGated) throw new UsageError('--max-memory-regression needs the memory that --no-memory leaves out');
    return new MemoryWatch(null, context);
  }
  const problem = context.memorySupport();
  if (problem !== null) {
    if (isGated) throw new UsageError(`--max-memory-regression: ${problem.message}`);
    await context.stderr.write(`warning: ${problem.message} [${problem.code}]\n`);
    return new MemoryWatch(null, context);
  }
  return new MemoryWatch({ readIntervalMs: given['memory-interval'], keepSeries: false }, context);
}

/** What is to be told of a run's memory when it is over. */
export class MemoryWatch {
  /** Runs of each benchmark in which a child held more than its own process, and what the first of these says. */
  private readonly largerChildren = new Map<string, { runs: number; readonly message: string }>();

  constructor(
    /** What an executor is to do; null when memory is not read. */
    readonly options: MemoryOptions | null,
    private readonly context: Context,
  ) {}

  add({ filename, peakMethod, peakRssKib, memory }: Sample): void {
    if (peakMethod !== 'vmhwm' || peakRssKib === undefined || memory === undefined) return;
    const warning = childAbovePeak(memory, peakRssKib);
    if (warning === null) return;
    const known = this.largerChildren.get(filename);
    if (known === undefined) this.largerChildren.set(filename, { runs: 1, message: warning.message });
    else known.runs++;
  }

  /** Tells on stderr which benchmarks had children larger than themselves. */
  async finish(): Promise<void> {
    for (const [filename, { runs, message }] of this.largerChildren) {
      const times = runs === 1 ? 'in 1 run' : `in ${runs} runs`;
      await this.context.stderr.write(`warning: ${filename}: ${times} ${message} [child-above-peak]\n`);
    }
  }
}
