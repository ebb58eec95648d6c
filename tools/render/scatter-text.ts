import type { ScatterAnalysis } from '../model/scatter';
import { footnotes } from './footnotes';
import { sharePercent } from './number-format';
import type { ScatterOptions } from './options';
import { scatterChart } from './scatter-chart';
import { type ScatterLayout, scatterLayout } from './scatter-layout';
import { hasMemory } from './scatter-memory';
import { scatterSteps } from './scatter-steps';
import { scatterTables } from './scatter-table';
import { joinSections, padEnd, padStart, printable, widest, wrap } from './text-layout';

/** A variable that explains more of the variance within the groups than this should be pinned. */
const PIN_ABOVE = 0.5;

/**
 * The report of a parameter sweep as text: the table of rates, the variables averaged over, the bar chart, the changes
 * between consecutive values of x, what (!) means, warnings, abbreviated values in full. The same analysis and options
 * give the same text.
 *
 * @returns lines that end with a newline, without spaces at their ends.
 */
export function renderScatter(analysis: ScatterAnalysis, options: ScatterOptions): string {
  const warnings = footnotes([], analysis.warnings, options.width).lines;
  if (analysis.groups.length === 0) return joinSections([['Nothing was measured.'], warnings]);
  const layout = scatterLayout(analysis, options);
  return joinSections([
    [printable(analysis.filename)],
    ...scatterTables(analysis, layout, options),
    averagedOver(analysis, options.width),
    ...charts(analysis, layout, options),
    scatterSteps(analysis, layout, options),
    analysis.groups.some((group) => group.flagged) ? wrap(FLAG_NOTE, options.width, '    ') : [],
    warnings,
    abbreviations(layout),
  ]);
}

function charts(analysis: ScatterAnalysis, layout: ScatterLayout, options: ScatterOptions): string[][] {
  const { chart } = options;
  const hasFigures = hasMemory(analysis.groups);
  return [
    chart === 'rate' || chart === 'both' ? scatterChart(analysis, 'rate', layout, options) : [],
    hasFigures && (chart === 'memory' || chart === 'both')
      ? scatterChart(analysis, 'memory', layout, options)
      : [],
  ];
}

/** What (!) means. */
export const FLAG_NOTE =
  '(!) the mean says little here: the samples are skewed (|skewness| > 1) or the median lies outside the ' +
  "mean's interval. Read the median.";

function averagedOver({ averagedOver: variables, x }: ScatterAnalysis, width: number): string[] {
  if (variables.length === 0) return [];
  const names = variables.map(({ variable }) => printable(variable));
  const shares = variables.map(({ share }) => sharePercent(share));
  const [nameWidth, shareWidth] = [widest(names), widest(shares)];
  return [
    'Averaged over, with the share of the variance within the groups it explains',
    ...variables.flatMap(({ share }, i) => {
      const line = `  ${padEnd(names[i]!, nameWidth)}  ${padStart(shares[i]!, shareWidth)}`;
      const note = `pin it (--set ${names[i]}=VALUE) to see more clearly what ${printable(x)} does`;
      return share > PIN_ABOVE ? wrap(`${line}: ${note}`, width, '    ') : [line];
    }),
  ];
}

function abbreviations({ abbreviated }: ScatterLayout): string[] {
  if (abbreviated.length === 0) return [];
  const width = widest(abbreviated.map(({ short }) => short));
  return ['Values in full', ...abbreviated.map(({ short, full }) => `  ${padEnd(short, width)}  ${full}`)];
}
