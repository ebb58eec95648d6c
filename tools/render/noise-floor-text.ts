import type { NoiseFloor, NoiseReport } from '../model/noise-floor';
import { detectableCells, detectableHeader } from './forecast-text';
import { type Glyphs, glyphsFor } from './glyphs';
import { counted, fixed, percent, sharePercent } from './number-format';
import { type RenderOptions, tableRoom } from './options';
import { namesInFull, rowNames, withHeadings } from './row-names';
import { type Cell, spanRight, tableLines } from './table';
import { joinSections, widest, wrap } from './text-layout';

const LEAST_NAME_WIDTH = 14;

function cellsOf(floor: NoiseFloor, glyphs: Glyphs): string[] {
  const { starredShare, halfWidth, autocorrelation, positionEffect, detectable } = floor;
  const share = (value: number) => fixed(value * 100, 1, glyphs);
  return [
    share(starredShare.welch),
    share(starredShare.paired),
    fixed(halfWidth.welch, 2, glyphs),
    fixed(halfWidth.paired, 2, glyphs),
    fixed(autocorrelation, 2, glyphs),
    positionEffect === null ? 'NA' : fixed(positionEffect.percent, 2, glyphs),
    ...detectableCells(detectable, glyphs).map((cell) => cell.replace(' %', '')),
  ];
}

function explanation({ runs, overall, expectedShare }: NoiseReport, glyphs: Glyphs): string[] {
  const { comparisons, starredShare, positionEffect } = overall;
  const band = `${sharePercent(expectedShare.low)} to ${sharePercent(expectedShare.high)}`;
  const position =
    positionEffect === null
      ? 'unknown'
      : `${fixed(positionEffect.low, 2, glyphs)} to ${percent(positionEffect.high, glyphs)}`;
  return [
    `Both sides are the same binary, ${counted(comparisons, 'comparison')} of ${counted(runs, 'run')} a side. Every star is false: ` +
      `${sharePercent(starredShare.welch)} of the rows by Welch's test and ${sharePercent(starredShare.paired)} by the paired one; ` +
      `chance gives 5 %, with so many comparisons ${band}.`,
    'interval: median half-width of the 95 % interval. lag 1: correlation of a run with the one before it, 0 on a quiet ' +
      `machine. second: by how much the second run of a pair is faster than the first; over all, 95 % interval ${position}.`,
    'finds: the smallest loss that the paired test finds in four comparisons of five, at these runs a side.',
  ];
}

/**
 * The noise floor of each configuration and of all: false stars, interval widths, autocorrelation, position effect,
 * detectable changes. Everything in percent but the autocorrelation.
 *
 * @returns lines that end with a newline, without spaces at their ends.
 */
export function renderNoiseReport(report: NoiseReport, options: RenderOptions): string {
  if (report.overall.comparisons === 0) return 'Nothing was compared.\n';
  const glyphs = glyphsFor(options);
  const figures = [...report.configurations, report.overall].map((floor) => cellsOf(floor, glyphs));
  const header: Cell[][] = [
    ['', spanRight('stars %', 2), spanRight('interval ± %', 2), 'lag', 'second', spanRight('finds %', 3)],
    [
      '',
      'welch',
      'paired',
      'welch',
      'paired',
      '1',
      '%',
      ...detectableHeader(report.overall.detectable).map((text) => text.replace(' runs', '')),
    ],
  ];
  const widths = figures[0]!.map((_, column) => Math.max(6, widest(figures.map((row) => row[column]!))));
  const taken = widths.reduce((sum, width) => sum + width + 1, 0);
  const names = rowNames(
    report.configurations,
    Math.max(LEAST_NAME_WIDTH, tableRoom(options) - taken),
    tableRoom(options),
    glyphs.ellipsis,
  );
  const labels = [...names.rows.map(({ label }) => label), 'all'];
  const lines = tableLines([...header, ...figures.map((row, at) => [labels[at]!, ...row])], {
    columns: ['left', ...widths.map(() => 'right' as const)],
    minWidths: [names.width, ...widths],
  });
  const rows = lines.slice(2, -1);
  return joinSections([
    [...lines.slice(0, 2), ...withHeadings(rows, names.rows), lines[lines.length - 1]!],
    ...explanation(report, glyphs).map((text) => wrap(text, options.width)),
    namesInFull(names),
  ]);
}
