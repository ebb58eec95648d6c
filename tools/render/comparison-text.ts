import type { Comparison } from '../model/finding';
import { comparisonChart } from './comparison-chart';
import { comparisonLayout } from './comparison-layout';
import { comparisonTable } from './comparison-table';
import { renderGate } from './gate-text';
import { glyphsFor } from './glyphs';
import { memoryCaption, memoryTable } from './memory-columns';
import { multiplicityText } from './multiplicity-text';
import { fixed, percent } from './number-format';
import type { ComparisonOptions } from './options';
import { namesInFull, type RowNames } from './row-names';
import { joinSections, wrap } from './text-layout';

const TEST_NAMES = { welch: "Welch's t-test", paired: 'signed-rank test' } as const;

/**
 * The report of a comparison as text: the table in core's layout, the bar chart, how many stars chance alone would
 * give, the warnings as footnotes, shortened names in full, what the gate decided. Rows in the order measured. The same
 * findings and options give the same text.
 *
 * @returns lines that end with a newline, without spaces at their ends.
 */
export function renderComparison(comparison: Comparison, options: ComparisonOptions): string {
  if (comparison.findings.length === 0) {
    return joinSections([['Nothing was compared.'], renderGate(comparison, options)]);
  }
  const layout = comparisonLayout(comparison, options);
  return joinSections([
    [
      ...comparisonTable(comparison, layout, options),
      ...caption(comparison, options.width),
      ...pairingLine(comparison, options),
      ...(layout.memoryIsBeside ? memoryCaption(comparison, options.width) : []),
    ],
    layout.memory === null || layout.memoryIsBeside
      ? []
      : [
          ...memoryTable(comparison, layout.memory, layout.names, options),
          ...memoryCaption(comparison, options.width),
        ],
    ...charts(comparison, layout.names, options),
    multiplicityText(comparison.findings, options.width),
    [...layout.notes.lines],
    namesInFull(layout.names),
    renderGate(comparison, options),
  ]);
}

function charts(comparison: Comparison, names: RowNames, options: ComparisonOptions): string[][] {
  const { chart } = options;
  const hasMemory = comparison.findings.some(({ memory }) => memory !== null);
  return [
    chart === 'rate' || chart === 'both' ? comparisonChart(comparison, 'rate', names, options) : [],
    hasMemory && (chart === 'memory' || chart === 'both')
      ? comparisonChart(comparison, 'memory', names, options)
      : [],
  ];
}

/** What the stars mean and how many samples they rest on. */
function caption({ test, findings, looks }: Comparison, width: number): string[] {
  const samples = `samples: ${range(findings.map((f) => f.oldCount))} old, ${range(findings.map((f) => f.newCount))} new`;
  const repeated =
    looks === undefined ? '' : `; p and intervals hold at whichever of ${looks.length} looks a row stopped`;
  return wrap(`*** p < .001, ** p < .01, * p < .05; ${TEST_NAMES[test]}; ${samples}${repeated}`, width);
}

/** What the pairs say of the machine; nothing where it is not known which samples ran together. */
function pairingLine({ pairing }: Comparison, options: ComparisonOptions): string[] {
  if (pairing === null) return [];
  const { correlation, positionEffect } = pairing;
  const shared = Number.isNaN(correlation) ? 'NA' : correlation.toFixed(2);
  const glyphs = glyphsFor(options);
  const position =
    positionEffect === null
      ? 'NA'
      : `${percent(positionEffect.percent, glyphs)} (${fixed(positionEffect.low, 2, glyphs)} to ${percent(positionEffect.high, glyphs)})`;
  return wrap(
    `pairs: correlation of the two sides ${shared}; the second of a pair against the first ${position}`,
    options.width,
  );
}

function range(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? `${least}` : `${least} to ${most}`;
}
