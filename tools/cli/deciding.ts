import { UsageError } from '../model/errors';
import type { TestKind } from '../model/finding';
import type { DecidedRun } from './decided-run';
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

/** The options that deciding goes by. */
export interface DecidingGiven {
  readonly decide: boolean;
  readonly 'max-runs': number | null;
  readonly runs: number;
  readonly test: TestKind;
  readonly 'max-regression': number | null;
  readonly 'max-memory-regression': number | null;
}

/**
 * What `--decide` asks for; null when it is not given. Rejects with a UsageError for options that do not go together.
 */
export async function resolveDeciding(given: DecidingGiven): Promise<DecidedRun | null> {
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
  // Loaded when it is asked for: every run would wait for it.
  const { DecidedRun } = await import('./decided-run.js');
  return DecidedRun.of({ ...given, 'max-regression': maxRegression }, maxRuns);
}
