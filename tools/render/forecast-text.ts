import type { TestKind } from '../model/finding';
import type { Detectable, PowerForecast } from '../model/noise-floor';
import { type Glyphs, glyphsFor } from './glyphs';
import { fixed } from './number-format';
import { type RenderOptions, tableRoom } from './options';
import { namesInFull, rowNames, withHeadings } from './row-names';
import { spanRight, tableLines } from './table';
import { joinSections, wrap } from './text-layout';

const LEAST_NAME_WIDTH = 20;

/** The headings `30 runs`, `60`, `120` of the columns of detectable changes. */
export function detectableHeader(detectable: readonly Detectable[]): string[] {
  return detectable.map(({ runs }, at) => (at === 0 ? `${runs} runs` : String(runs)));
}

export function detectableCells(detectable: readonly Detectable[], glyphs: Glyphs): string[] {
  return detectable.map(({ percent }) => `${fixed(percent, 2, glyphs)} %`);
}

/**
 * The smallest loss of each configuration that would be found with 80 % power at the planned, twice and four times the
 * planned number of runs.
 *
 * @returns lines that end with a newline, without spaces at their ends.
 */
export function renderForecast(
  forecasts: readonly PowerForecast[],
  test: TestKind,
  options: RenderOptions,
): string {
  const glyphs = glyphsFor(options);
  const [first] = forecasts;
  if (first === undefined) return '';
  const cells = forecasts.map(({ detectable }) => detectableCells(detectable, glyphs));
  const width = cells.flat().reduce((most, cell) => Math.max(most, cell.length), 9);
  const names = rowNames(
    forecasts,
    Math.max(LEAST_NAME_WIDTH, tableRoom(options) - 3 * (width + 1)),
    tableRoom(options),
    glyphs.ellipsis,
  );
  const rows = cells.map((row, at) => [names.rows[at]!.label, ...row]);
  const header = [
    ['', spanRight('finds a loss of', 3)],
    ['', ...detectableHeader(first.detectable)],
  ];
  const lines = tableLines([...header, ...rows], {
    columns: ['left', 'right', 'right', 'right'],
    minWidths: [names.width, width, width, width],
  });
  const least = Math.min(...forecasts.map(({ basis }) => basis));
  const basis = `Smallest loss that ${test === 'paired' ? 'the signed-rank test' : "Welch's test"} finds with 80 % power, from the noise of ${least} rounds.`;
  return joinSections([
    [...lines.slice(0, 2), ...withHeadings(lines.slice(2), names.rows)],
    wrap(basis, options.width),
    namesInFull(names),
  ]);
}
