import type { Comparison, MemoryFinding } from '../model/finding';
import { paint, verdictStyle } from './color';
import type { Glyphs } from './glyphs';
import { fixed, intervalText, signedPercent, stars } from './number-format';
import type { RenderOptions } from './options';
import { type RowNames, withHeadings } from './row-names';
import { tableLines } from './table';
import { textWidth, widest, wrap } from './text-layout';

const HEADER = ['old MiB', 'new MiB', '', 'peak RSS', '95 % interval'];

/** The figures of memory in the rows of a comparison: medians of old and new, stars, change with its interval, verdict. */
export interface MemoryColumns {
  readonly header: readonly string[];
  /** The cells of each row; empty texts where no memory was read. */
  readonly rows: readonly (readonly string[])[];
  readonly widths: readonly number[];
}

/** Null where no finding has memory. */
export function memoryColumns(
  { findings, maxMemoryRegression }: Comparison,
  glyphs: Glyphs,
): MemoryColumns | null {
  if (findings.every(({ memory }) => memory === null)) return null;
  const header = maxMemoryRegression === null ? HEADER : [...HEADER, 'verdict'];
  const rows = findings.map(({ memory }) => {
    const cells = memory === null ? [] : cellsOf(memory, glyphs);
    return header.map((_, column) => cells[column] ?? '');
  });
  const widths = header.map((title, column) =>
    Math.max(textWidth(title), widest(rows.map((row) => row[column]!))),
  );
  return { header, rows, widths };
}

function cellsOf(memory: MemoryFinding, glyphs: Glyphs): string[] {
  return [
    fixed(memory.oldPeakKib / 1024, 1, glyphs),
    fixed(memory.newPeakKib / 1024, 1, glyphs),
    stars(memory.p),
    signedPercent(memory.change, glyphs),
    intervalText(memory.interval, glyphs),
    memory.gate?.verdict ?? '',
  ];
}

/** The cells of a row, the stars bold and the verdict in its colour. */
export function paintMemory(
  cells: readonly string[],
  memory: MemoryFinding | null,
  color: boolean,
): string[] {
  const verdict = memory?.gate?.verdict;
  return cells.map((cell, column) => {
    if (column === HEADER.indexOf('')) return paint(cell, 'bold', color);
    return column === HEADER.length && verdict ? paint(cell, verdictStyle(verdict), color) : cell;
  });
}

/** The columns as a table of their own, for where they do not fit beside the rates. */
export function memoryTable(
  { findings }: Comparison,
  columns: MemoryColumns,
  names: RowNames,
  options: RenderOptions,
): string[] {
  const rows = findings.map(({ memory }, i) => [
    names.rows[i]!.label,
    ...paintMemory(columns.rows[i]!, memory, options.color),
  ]);
  const [header, ...lines] = tableLines([['', ...columns.header], ...rows], {
    columns: [
      'left',
      ...columns.header.map((title) => (title === 'verdict' ? 'left' : 'right') as 'left' | 'right'),
    ],
    minWidths: [names.width, ...columns.widths],
  });
  return [header!, ...withHeadings(lines, names.rows)];
}

/** What the figures of memory are and rest on; what the stars are worth when there are several rows. */
export function memoryCaption({ findings }: Comparison, width: number): string[] {
  const memory = findings.flatMap((finding) => finding.memory ?? []);
  const tested = memory.filter(({ p }) => !Number.isNaN(p));
  const starred = tested.filter(({ p }) => p < 0.05);
  const surviving = starred.filter(({ adjustedP }) => adjustedP < 0.05);
  const many =
    starred.length > 0 && tested.length > 1
      ? `; ${surviving.length} of ${starred.length} with a star survive${surviving.length === 1 ? 's' : ''} Holm-Bonferroni`
      : '';
  return wrap(`peak RSS: medians; Mann-Whitney test${many}`, width);
}
