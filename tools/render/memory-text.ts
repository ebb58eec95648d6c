import type { RepresentativeRun, SeriesTable } from '../model/memory';
import { paint } from './color';
import { glyphsFor } from './glyphs';
import { counted, NOT_AVAILABLE } from './number-format';
import type { RenderOptions } from './options';
import { fullName } from './row-names';
import { shortenAll } from './shorten';
import { sparkline } from './sparkline';
import { joinSections, padEnd, padStart, printable, textWidth, widest, wrap } from './text-layout';

/** Milliseconds of a point of the curve. */
const POINT_MS = 100;
/** However narrow the terminal is, a curve has as many columns. */
const LEAST_COLUMNS = 10;
const FIGURES = ['peak', 'median', 'seconds'];

interface Line {
  readonly label: string;
  readonly mib: readonly number[];
}

/**
 * The curves of runs as text: for each run its name, peak and tree RSS, and a line for every process label with its
 * highest value, its median while it was there (both in MiB), and for how long it was there; the sum when there are
 * several. The lines of a run have one scale.
 *
 * @returns lines that end with a newline, without spaces at their ends.
 */
export function renderMemory(
  runs: readonly (RepresentativeRun & { readonly series: SeriesTable })[],
  options: RenderOptions,
): string {
  if (runs.length === 0) return 'There is no curve in it.\n';
  return joinSections(runs.map((run) => [...heading(run, options.width), ...curves(run, options)]));
}

function heading(run: RepresentativeRun, width: number): string[] {
  const mib = (kib: number) => `${(kib / 1024).toFixed(1)} MiB`;
  return [
    ...wrap(fullName(run), width, '  '),
    ...wrap(
      `${printable(run.variant)}, run ${run.round} (the median peak of ${counted(run.runs, 'run')}): ` +
        `peak RSS ${mib(run.peakRssKib)} (${run.peakMethod}), tree RSS ${mib(run.treeRssKib)}, ${seconds(run.durationMs)} s`,
      width,
      '  ',
    ),
  ];
}

function curves(
  { series, durationMs }: RepresentativeRun & { series: SeriesTable },
  options: RenderOptions,
): string[] {
  const total = series.tMs.map((_, at) => series.byProcess.reduce((sum, { mib }) => sum + mib[at]!, 0));
  const lines: Line[] = [
    ...series.byProcess,
    ...(series.byProcess.length > 1 ? [{ label: 'total', mib: total }] : []),
  ];
  const glyphs = glyphsFor(options);
  const names = lines.map(({ label }) => printable(label));
  const short = shortenAll(names, Math.max(LEAST_COLUMNS, Math.floor(options.width / 3)), glyphs.ellipsis);
  const figures = lines.map(({ mib }) => figuresOf(mib, durationMs));
  const widths = FIGURES.map((title, column) =>
    Math.max(textWidth(title), widest(figures.map((row) => row[column]!))),
  );
  const labelWidth = widest([...short.values()]);
  const taken = 2 + labelWidth + 1 + widths.reduce((sum, width) => sum + 1 + width, 0);
  const columns = Math.max(LEAST_COLUMNS, options.width - taken);
  const scale = { columns, highest: Math.max(...total), ascii: options.ascii };
  const row = (label: string, curve: string, cells: readonly string[]) =>
    `  ${padEnd(label, labelWidth)} ${padEnd(curve, columns)}${cells.map((cell, i) => ` ${padStart(cell, widths[i]!)}`).join('')}`.trimEnd();
  return [
    row('', timeAxis(series, columns), FIGURES),
    ...lines.map(({ mib }, i) => {
      const isTotal = i >= series.byProcess.length;
      const line = row(short.get(names[i]!)!, sparkline(mib, scale), figures[i]!);
      return isTotal ? paint(line, 'bold', options.color) : line;
    }),
  ];
}

/** `0 s      1.2 s` over the beginning and the end of the curves. */
function timeAxis({ tMs }: SeriesTable, columns: number): string {
  const used = Math.min(columns, tMs.length);
  const end = `${seconds((tMs[tMs.length - 1] ?? 0) + POINT_MS)} s`;
  return used < textWidth(end) + 4 ? '' : `0 s${padStart(end, used - 3)}`;
}

function figuresOf(mib: readonly number[], durationMs: number): string[] {
  const present = mib.filter((value) => value > 0).sort((a, b) => a - b);
  if (present.length === 0) return ['0', NOT_AVAILABLE, '0.0'];
  // Of two in the middle the lower: a value that was read.
  const median = present[Math.floor((present.length - 1) / 2)]!;
  return [
    String(present[present.length - 1]),
    String(median),
    seconds(Math.min(durationMs, present.length * POINT_MS)),
  ];
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
