import type { Group } from '../analysis/sample-table';
import { analyzeScatter } from '../analysis/scatter';
import { UsageError } from '../model/errors';
import { type Context, printResult } from './context';
import { type printOptions, renderStyle } from './option-groups';
import { type OptionValues, text, valueOption } from './options';

/** Where a sweep's samples are drawn. */
export const scatterAxes = {
  xaxis: valueOption('VARIABLE', 'the variable swept', text, null),
  category: valueOption('VARIABLE', 'the variable that splits the sweep into lines', text, null, 'one line'),
};

type Given = OptionValues<typeof scatterAxes>;

/** Throws a UsageError for an axis that is not among the variables of what is analysed. */
export function checkAxes(given: Given, variables: readonly string[], owner: string): void {
  if (given.category !== null && given.category === given.xaxis) {
    throw new UsageError(`--xaxis and --category are both "${given.xaxis}"`);
  }
  for (const option of ['xaxis', 'category'] as const) {
    const variable = given[option];
    if (variable !== null && !variables.includes(variable)) {
      throw new UsageError(
        `--${option}: "${variable}" is no variable of ${owner}; it has ${variables.join(', ')}`,
      );
    }
  }
}

/** Analyses the sweep of each benchmark over `--xaxis`, which must be given, and prints it. */
export async function reportScatter(
  groups: readonly Group[],
  given: Given & OptionValues<typeof printOptions>,
  context: Context,
): Promise<void> {
  // Loaded when the run is over: a run is not to wait for it.
  const { renderScatter } = await import('../render/scatter-text.js');
  const style = { ...renderStyle(given, context), chart: given.chart };
  const axes = { x: given.xaxis!, category: given.category };
  const filenames = [...new Set(groups.map((group) => group.filename))];
  const reports = filenames.map((filename) => {
    const own = groups.filter((group) => group.filename === filename);
    return renderScatter(analyzeScatter(filename, own, axes), style);
  });
  await printResult(context, reports.join('\n'));
}
