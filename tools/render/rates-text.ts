import type { RateFinding } from '../model/rates';
import { glyphsFor } from './glyphs';
import { fixed, rateDecimals, relativeHalfWidth } from './number-format';
import { type RenderOptions, tableRoom } from './options';
import { namesInFull, rowNames, withHeadings } from './row-names';
import { FLAG_NOTE } from './scatter-text';
import { spanRight, tableLines } from './table';
import { joinSections, textWidth, widest, wrap } from './text-layout';

/** A name narrower than this says nothing: in a very narrow terminal the table is wider than it rather. */
const LEAST_NAME_WIDTH = 20;

/**
 * The rates of configurations that are compared with nothing as text: samples, rate with the half-width of its
 * interval (in operations per second and relative), median, the mark (!). Rows in the order measured. The same findings
 * and options give the same text.
 *
 * @returns lines that end with a newline, without spaces at their ends.
 */
export function renderRates(findings: readonly RateFinding[], options: RenderOptions): string {
  const glyphs = glyphsFor(options);
  const hasFlag = findings.some(({ flagged }) => flagged);
  const smallest = Math.min(...findings.map(({ mean }) => mean));
  const decimals = rateDecimals(smallest);
  // As in the table of a sweep, beside which these figures are read.
  const medianDecimals = smallest >= 1000 ? 0 : decimals;
  const flag = hasFlag ? ['(!)'] : [];
  const figures = findings.map(({ count, mean, halfWidth, median, flagged }) => [
    String(count),
    fixed(mean, decimals, glyphs),
    fixed(halfWidth, decimals, glyphs),
    relativeHalfWidth(halfWidth, mean, glyphs),
    fixed(median, medianDecimals, glyphs),
    ...(hasFlag ? [flagged ? '(!)' : ''] : []),
  ]);
  const header = ['', 'samples', 'rate', spanRight('confidence.interval', 2), 'median', ...flag];
  const least = ['samples'.length, 1, 12, 6, 'median'.length, ...flag.map(textWidth)];
  const widths = least.map((width, column) => Math.max(width, widest(figures.map((row) => row[column]!))));
  const taken = widths.reduce((sum, width) => sum + 1 + width, 0);
  const names = rowNames(
    findings,
    Math.max(LEAST_NAME_WIDTH, tableRoom(options) - taken),
    tableRoom(options),
    glyphs.ellipsis,
  );
  const [headerLine, ...lines] = tableLines(
    [header, ...figures.map((row, at) => [names.rows[at]!.label, ...row])],
    { columns: ['left', ...widths.map(() => 'right' as const)], minWidths: [names.width, ...widths] },
  );
  return joinSections([
    [headerLine!, ...withHeadings(lines, names.rows)],
    hasFlag ? wrap(FLAG_NOTE, options.width, '    ') : [],
    namesInFull(names),
  ]);
}
