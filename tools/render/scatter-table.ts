import type { ScatterAnalysis, ScatterGroup } from '../model/scatter';
import { glyphsFor } from './glyphs';
import { fixed, NOT_AVAILABLE, rateDecimals, relativeHalfWidth, sharePercent } from './number-format';
import { type RenderOptions, tableRoom } from './options';
import type { ScatterLayout } from './scatter-layout';
import { hasMemory, MEMORY_HEADER, memoryCells } from './scatter-memory';
import { type Align, type Cell, spanRight, tableLines, tableWidth } from './table';

/** The median's interval is the 95 % interval unless its coverage is shown to be less. */
const NOMINAL_COVERAGE = 0.95;

/**
 * One line a group: x, category, samples, rate with the half-width of its interval (in operations per second and
 * relative), median with the ends of its interval, the mark (!). Rate and half-width have the decimals of core's table.
 * The figures of memory stand beside them where they fit, else in a second table.
 *
 * @returns the tables.
 */
export function scatterTables(
  analysis: ScatterAnalysis,
  layout: ScatterLayout,
  options: RenderOptions,
): string[][] {
  const glyphs = glyphsFor(options);
  const { groups } = analysis;
  const labels = analysis.category === null ? [layout.xName] : [layout.xName, layout.categoryName];
  const hasLevel = groups.some((group) => (group.medianInterval?.coverage ?? 1) < NOMINAL_COVERAGE);
  const hasFlag = groups.some((group) => group.flagged);
  const smallest = Math.min(...groups.map((group) => group.mean).filter((mean) => mean > 0));
  const decimals = rateDecimals(smallest);
  // Core prints no median, so there is no figure to match, and the decimal of a large one says nothing.
  const medianDecimals = smallest >= 1000 ? 0 : decimals;

  const cells = (group: ScatterGroup): string[] => [
    layout.x(group.x),
    ...(labels.length > 1 ? [layout.category(group.category)] : []),
    String(group.count),
    fixed(group.mean, decimals, glyphs),
    fixed(group.halfWidth, decimals, glyphs),
    relativeHalfWidth(group.halfWidth, group.mean, glyphs),
    fixed(group.median, medianDecimals, glyphs),
    fixed(group.medianInterval?.low ?? Number.NaN, medianDecimals, glyphs),
    fixed(group.medianInterval?.high ?? Number.NaN, medianDecimals, glyphs),
    ...(hasLevel ? [group.medianInterval ? sharePercent(group.medianInterval.coverage) : NOT_AVAILABLE] : []),
    ...(hasFlag ? [group.flagged ? '(!)' : ''] : []),
  ];
  const extras = [...(hasLevel ? ['coverage'] : []), ...(hasFlag ? ['(!)'] : [])];
  const rows = groups.map(cells);
  const xAlign: Align = groups.every((group) => typeof group.x === 'number') ? 'right' : 'left';
  const columns = [
    xAlign,
    ...labels.slice(1).map(() => 'left' as const),
    ...Array<Align>(7 + extras.length).fill('right'),
  ];
  const besideLabels = labels.slice(1).map(() => 1);
  const oneLine = { columns, minWidths: [...besideLabels, 1, 1, 1, 12, 6, 1, 7, 7] };
  const withOneLine = [oneLineHeader(labels, extras), ...rows];
  const withTwoLines = [...twoLineHeader(labels, extras), ...rows];
  const twoLines = { columns, minWidths: [...besideLabels, 6, 1, 1, 5, 6, 1, 1, 7] };
  const rates = () =>
    tableWidth(withOneLine, oneLine) <= tableRoom(options)
      ? tableLines(withOneLine, oneLine)
      : tableLines(withTwoLines, twoLines);
  if (!hasMemory(groups)) return [rates()];

  const memory = [MEMORY_HEADER, ...groups.map((group) => memoryCells(group, glyphs))];
  const memoryColumns = MEMORY_HEADER.map((): Align => 'right');
  const beside = { ...oneLine, columns: [...columns, ...memoryColumns] };
  const all = withOneLine.map((row, at) => [...row, ...memory[at]!]);
  if (tableWidth(all, beside) <= tableRoom(options)) return [tableLines(all, beside)];
  const alone = memory.map((row, at) => [
    ...(at === 0 ? labels : rows[at - 1]!.slice(0, labels.length)),
    ...row,
  ]);
  return [rates(), tableLines(alone, { columns: [...columns.slice(0, labels.length), ...memoryColumns] })];
}

function oneLineHeader(labels: readonly string[], extras: readonly string[]): Cell[] {
  const [confidence, median] = [spanRight('confidence.interval', 2), spanRight('median.interval', 2)];
  return [...labels, 'samples', 'rate', confidence, 'median', median, ...extras];
}

/** The same words in two lines, where they reach over narrower columns. */
function twoLineHeader(labels: readonly string[], extras: readonly string[]): Cell[][] {
  const blank = (texts: readonly string[]) => texts.map(() => '');
  const [samples, interval] = [spanRight('samples', 2), spanRight('interval', 2)];
  const [confidence, median] = [spanRight('confidence.', 2), spanRight('median.', 2)];
  return [
    [...blank(labels.slice(1)), samples, '', confidence, '', median, ...blank(extras)],
    [...labels, '', 'rate', interval, 'median', interval, ...extras],
  ];
}
