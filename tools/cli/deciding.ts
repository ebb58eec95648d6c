import type { SampleTable } from '../analysis/sample-table';
import { equalLooks, SequentialDesign } from '../analysis/sequential-design';
import { Settlement } from '../analysis/settlement';
import { configurationKey } from '../model/configuration';
import { UsageError } from '../model/errors';
import type { TestKind } from '../model/finding';
import type { Block } from '../model/job';
import { decidingSchedule } from '../plan/deciding-schedule';
import type { Plan } from '../plan/plan';
import type { ScheduleOptions } from '../plan/schedule';
import { flag, positiveInteger, valueOption } from './options';

/** Ending the measurement of what is settled. */
export const decidingOptions = {
  decide: flag('measure a configuration no further once its gate verdict is settled'),
  'max-runs': valueOption(
    'N',
    'with --decide: the most runs a configuration may get, paid with what settled ones left over',
    positiveInteger,
    null,
    '--runs',
  ),
};

interface Given {
  readonly decide: boolean;
  readonly 'max-runs': number | null;
  readonly runs: number;
  readonly test: TestKind;
  readonly 'max-regression': number | null;
  readonly 'max-memory-regression': number | null;
}

/** A comparison that stops where it can: when it looks, and what it does with what it sees. */
export class Deciding {
  constructor(
    private readonly given: Given & { readonly 'max-regression': number },
    readonly design: SequentialDesign,
  ) {}

  /** What a recording keeps of it. */
  get settings() {
    return { decide: true, looks: this.design.looks };
  }

  /** The blocks of a plan, each look deciding on the samples that are in the table by then. */
  blocks(plan: Plan, schedule: ScheduleOptions, table: SampleTable): Iterable<Block> {
    const settlement = new Settlement({
      test: this.given.test,
      maxRegression: this.given['max-regression'],
      design: this.design,
      family: plan.benchmarks.reduce((sum, { configurations }) => sum + configurations.length, 0),
    });
    return decidingSchedule(plan, {
      ...schedule,
      looks: this.design.looks,
      settled: ({ filename }, configurations) => {
        const asked = new Set(configurations.map(configurationKey));
        const groups = table.all.filter(
          (group) => group.filename === filename && asked.has(configurationKey(group.parameters)),
        );
        return settlement.settledOf(groups).map(({ parameters }) => parameters);
      },
    });
  }

  /** What deciding early saved, as a line for stderr. */
  describe(runsMade: number, configurations: number, variants: number): string {
    const most = configurations * this.design.maxRuns * variants;
    const saved = most - runsMade;
    return `decided early: ${runsMade} runs were made, ${saved} of ${most} were saved (${((100 * saved) / most).toFixed(0)} %)\n`;
  }
}

/**
 * What `--decide` asks for; null when it is not given. Throws a UsageError for options that do not go together.
 */
export function resolveDeciding(given: Given): Deciding | null {
  const { decide, runs } = given;
  const maxRegression = given['max-regression'];
  if (!decide) {
    if (given['max-runs'] !== null) throw new UsageError('--max-runs is for --decide, which is not given');
    return null;
  }
  if (maxRegression === null) {
    throw new UsageError('--decide needs a verdict to settle: give --max-regression PERCENT');
  }
  if (given['max-memory-regression'] !== null) {
    throw new UsageError('--decide looks at rates only: it cannot be given with --max-memory-regression');
  }
  const maxRuns = given['max-runs'] ?? runs;
  if (maxRuns < runs) throw new UsageError(`--max-runs ${maxRuns} is below --runs ${runs}`);
  return new Deciding(
    { ...given, 'max-regression': maxRegression },
    new SequentialDesign(equalLooks(maxRuns)),
  );
}
