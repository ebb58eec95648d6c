import type { SampleTable } from '../analysis/sample-table';
import { equalLooks, SequentialDesign } from '../analysis/sequential-design';
import { Settlement } from '../analysis/settlement';
import { configurationKey } from '../model/configuration';
import type { Block } from '../model/job';
import { decidingSchedule } from '../plan/deciding-schedule';
import type { Plan } from '../plan/plan';
import type { ScheduleOptions } from '../plan/schedule';
import type { DecidingGiven } from './deciding';

/** A comparison that stops where it can: when it looks, and what it does with what it sees. */
export class DecidedRun {
  constructor(
    private readonly given: DecidingGiven & { readonly 'max-regression': number },
    readonly design: SequentialDesign,
  ) {}

  /** With equal looks up to `maxRuns`. */
  static of(given: DecidingGiven & { readonly 'max-regression': number }, maxRuns: number): DecidedRun {
    return new DecidedRun(given, new SequentialDesign(equalLooks(maxRuns)));
  }

  /** What a recording keeps of it. */
  get settings() {
    const { test, 'max-regression': maxRegression } = this.given;
    // Which runs are made hangs on the test and the limit, too.
    return { decide: true, looks: this.design.looks, test, 'max-regression': maxRegression };
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
