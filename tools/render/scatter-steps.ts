import type { ScatterAnalysis, ScatterStep } from '../model/scatter';
import { type Glyphs, glyphsFor } from './glyphs';
import { counted, fixed, NOT_AVAILABLE, pValue, signedPercent } from './number-format';
import { type RenderOptions, tableRoom } from './options';
import type { ScatterLayout } from './scatter-layout';
import { type Align, type Cell, spanRight, tableLines, tableWidth } from './table';
import { wrap } from './text-layout';

/** From here on the smallest p a test can give stands in the way of a second star, then of any. */
const NOTE_FLOOR = 0.005;
const WARNING_FLOOR = 0.05;

/**
 * The changes between consecutive values of x within a category: change of the mean, ratio of x and exponent with its
 * interval where x is numeric, p and Holm's p, Cliff's delta. Categories are a column, or headings where that would be
 * too wide.
 */
export function scatterSteps(
  analysis: ScatterAnalysis,
  layout: ScatterLayout,
  options: RenderOptions,
): string[] {
  const { steps } = analysis;
  if (steps.length === 0) return [];
  const glyphs = glyphsFor(options);
  const hasRatio = steps.some((step) => step.ratioOfX !== null);
  const header: Cell[][] = [
    ['', '', ...(hasRatio ? ['', '', spanRight('95 %', 2)] : []), '', 'Holm', '', ''],
    [
      layout.xName,
      'change',
      ...(hasRatio ? ['ratio', 'exponent', spanRight('interval', 2)] : []),
      'p',
      'p',
      'delta',
      '',
    ],
  ];
  const rows = steps.map((step) => stepCells(step, hasRatio, layout, glyphs));
  const columns: Align[] = [...Array<Align>(rows[0]!.length - 1).fill('right'), 'left'];
  return [
    `Changes between consecutive values of ${layout.xName}`,
    ...withCategories(header, rows, columns, analysis, layout, tableRoom(options)),
    ...legend(analysis, hasRatio, layout, options.width),
  ];
}

function stepCells(step: ScatterStep, hasRatio: boolean, layout: ScatterLayout, glyphs: Glyphs): string[] {
  const exponent = step.exponent ?? { estimate: Number.NaN, low: Number.NaN, high: Number.NaN };
  return [
    `${layout.x(step.fromX)} ${glyphs.arrow} ${layout.x(step.toX)}`,
    signedPercent(step.changePercent, glyphs),
    ...(hasRatio
      ? [
          step.ratioOfX === null ? NOT_AVAILABLE : String(Number(step.ratioOfX.toPrecision(4))),
          ...[exponent.estimate, exponent.low, exponent.high].map((value) => fixed(value, 2, glyphs)),
        ]
      : []),
    (step.exact ? '' : '~') + pValue(step.p),
    pValue(step.adjustedP),
    fixed(step.delta, 2, glyphs),
    step.deltaLabel,
  ];
}

function withCategories(
  header: readonly Cell[][],
  rows: readonly string[][],
  columns: readonly Align[],
  analysis: ScatterAnalysis,
  layout: ScatterLayout,
  width: number,
): string[] {
  if (analysis.category === null) return tableLines([...header, ...rows], { columns });
  const categories = analysis.steps.map((step) => layout.category(step.category));
  const withColumn = [
    ...header.map((row, i) => [i === 1 ? layout.categoryName : '', ...row]),
    ...rows.map((row, i) => [categories[i]!, ...row]),
  ];
  const withColumnLayout = { columns: ['left' as const, ...columns] };
  if (tableWidth(withColumn, withColumnLayout) <= width) return tableLines(withColumn, withColumnLayout);
  const lines = tableLines([...header, ...rows], { columns });
  return lines.flatMap((line, i) => {
    const at = i - header.length;
    return at >= 0 && categories[at] !== categories[at - 1] ? [categories[at]!, line] : [line];
  });
}

function legend(
  analysis: ScatterAnalysis,
  hasRatio: boolean,
  layout: ScatterLayout,
  width: number,
): string[] {
  const { steps, floor } = analysis;
  const sentences = [
    ...(hasRatio
      ? [`exponent: the rate changes as ${layout.xName} to that power (1: in proportion, 0: not).`]
      : []),
    `p: two-sided Mann-Whitney test${steps.every((step) => step.exact) ? '' : ', ~ by normal approximation'}; ` +
      `Holm p: after Holm-Bonferroni over ${counted(steps.length, 'change')}; delta: Cliff's delta.`,
  ];
  return [...sentences, ...floorText(floor?.smallestP ?? 0)].flatMap((sentence) =>
    wrap(sentence, width, '  '),
  );
}

function floorText(smallestP: number): string[] {
  if (smallestP < NOTE_FLOOR) return [];
  const fact = `With so few samples this test cannot give a p below ${pValue(smallestP)}`;
  return smallestP >= WARNING_FLOOR
    ? [`${fact}: no change, however large, can reach p < .05. Measure more runs.`]
    : [`${fact}; after Holm-Bonferroni even a clear change may stay above .05.`];
}
