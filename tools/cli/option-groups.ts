import { checkCpuset } from '../execute/cpuset';
import { UsageError } from '../model/errors';
import type { Order } from '../plan/schedule';
import { parseSettings } from '../plan/settings';
import type { Chart } from '../render/options';
import type { Context } from './context';
import {
  flag,
  listOption,
  negatable,
  numberFrom,
  type OptionValues,
  oneOf,
  positiveInteger,
  text,
  valueOption,
} from './options';

/** Which benchmarks, and with what values of their variables. */
export const selectionOptions = {
  root: valueOption(
    'DIR',
    'folder that holds the benchmark categories',
    text,
    null,
    './benchmark when it has any, else the bundled ones',
  ),
  filter: listOption('TEXT', 'only files whose name contains TEXT'),
  exclude: listOption('TEXT', 'no files whose name contains TEXT; applied after --filter'),
  set: listOption(
    'VARIABLE=VALUE',
    'run with this value of a variable of the benchmarks; CPUSET=LIST is --cpuset',
  ),
};

export const selectionHelp =
  'A category is a folder of benchmark files; "all" means every category. A file is given by its path.';

/** How processes are run, in every tool that measures. */
export const executionOptions = {
  cpuset: valueOption(
    'LIST',
    'CPUs the measured processes may use, as taskset writes them: 0, 0-2, 0,2',
    text,
    null,
    'any',
  ),
  timeout: valueOption(
    'SECONDS',
    'end a process that takes longer, and count it as failed',
    numberFrom(0, true),
    300,
  ),
  bail: flag('stop at the first failure instead of measuring the rest'),
  progress: flag('draw no progress line (it is drawn on terminals only)', true),
};

/** The draws a run makes. */
export const orderOptions = {
  seed: valueOption('TEXT', 'seed of every random draw of the run', text, null, 'a fresh one, printed'),
  'isolate-env': flag('give each process an environment block of random size: averages out memory layout'),
};

export const pairOrderOption = {
  order: valueOption(
    'KIND',
    'which of old and new goes first in each pair: random, alternate or fixed (old first)',
    oneOf('random', 'alternate', 'fixed') as (option: string, value: string) => Order,
    'random' as Order,
  ),
};

export const runsOption = (byDefault: number, what: string) => ({
  runs: valueOption('N', what, positiveInteger, byDefault),
});

export const csvOptions = {
  csv: valueOption('FILE', 'write the samples to FILE; - is stdout', text, null, 'stdout, unless --analyze'),
  force: flag('overwrite a FILE that exists'),
};

/** In what dress a text is printed. */
export const styleOptions = {
  ascii: flag('print plain ASCII'),
  width: valueOption(
    'N',
    'print N columns wide',
    positiveInteger,
    null,
    'COLUMNS, the width of the terminal, or what the tables need',
  ),
};

/** How results are printed. */
export const printOptions = {
  chart: negatable(
    valueOption(
      'WHAT',
      'draw a bar chart of rate, memory, both or none',
      oneOf<Chart>('rate', 'memory', 'both', 'none'),
      'rate' as Chart,
    ),
    'none' as Chart,
  ),
  ...styleOptions,
};

/** The CPU set of `--cpuset` or `--set CPUSET=`, checked, and the other settings. Throws a UsageError for both at once. */
export function resolveSettings(options: {
  readonly set: readonly string[];
  readonly cpuset: string | null;
}): {
  readonly variables: readonly string[];
  readonly cpuset: string | null;
} {
  const settings = parseSettings(options.set);
  if (settings.cpuset !== null && options.cpuset !== null) {
    throw new UsageError('--cpuset and --set CPUSET= are both given');
  }
  const cpuset = options.cpuset ?? settings.cpuset;
  if (cpuset !== null && /\s/.test(cpuset)) {
    throw new UsageError(`--cpuset expects a list without blanks, as 0 or 0-2, got "${cpuset}"`);
  }
  if (cpuset !== null) checkCpuset(cpuset);
  return { variables: settings.variables, cpuset };
}

/** Columns of a table where nothing limits it. No name of a real configuration needs more. */
const UNLIMITED = 500;

/**
 * How wide and in what dress to print on this stdout. In a file a table takes the width it needs: nobody can widen a
 * file to read a name that was cut.
 */
export function renderStyle(options: OptionValues<typeof styleOptions>, context: Context) {
  const { isTTY, columns } = context.stdout;
  const asked = Number(context.environment['COLUMNS']);
  const chosen = options.width ?? (Number.isSafeInteger(asked) && asked > 0 ? asked : null);
  const width = chosen ?? (isTTY ? columns : 80);
  const noColor = (context.environment['NO_COLOR'] ?? '') !== '' || context.environment['TERM'] === 'dumb';
  const tableWidth = chosen ?? (isTTY ? columns : UNLIMITED);
  return { width, tableWidth, ascii: options.ascii, color: isTTY && !noColor };
}
