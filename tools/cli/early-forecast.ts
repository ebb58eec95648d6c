import type { Group } from '../analysis/sample-table';
import type { Sample } from '../model/sample';
import { type comparisonOptions, forecastText } from './comparison-report';
import type { Context } from './context';
import type { Tell } from './measure';
import type { styleOptions } from './option-groups';
import type { OptionValues } from './options';

/** From so few rounds on, their spread says something of the rest. */
const ROUNDS = 5;

/**
 * `--power` while a run is young: once a benchmark's configurations have five rounds, it says what the runs planned
 * would find, so that a run which cannot find what it is for can be given up.
 */
export class EarlyForecast {
  private readonly told = new Set<string>();

  constructor(
    private readonly runs: number,
    private readonly given: OptionValues<typeof comparisonOptions & typeof styleOptions>,
    private readonly context: Context,
  ) {}

  /** Call with each sample before it is added to the groups of those before it. */
  async before({ filename, round }: Sample, groups: readonly Group[], tell: Tell): Promise<void> {
    if (round !== ROUNDS + 1 || this.told.has(filename)) return;
    this.told.add(filename);
    const own = groups.filter((group) => group.filename === filename);
    const text = await forecastText(own, this.runs, this.given, this.context);
    await tell(`After ${ROUNDS} of ${this.runs} rounds of ${filename}:\n${text}\n`);
  }
}
