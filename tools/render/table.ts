import Table from 'cli-table3';
import { textWidth } from './text-layout';

export type Align = 'left' | 'right';

/** A cell over several columns. It never widens them: what it says must fit. */
export interface SpanningCell {
  readonly text: string;
  readonly span: number;
  readonly align: Align;
}

export type Cell = string | SpanningCell;

/** A right-aligned cell over `span` columns. */
export function spanRight(text: string, span: number): SpanningCell {
  return { text, span, align: 'right' };
}

export interface TableLayout {
  readonly columns: readonly Align[];
  /** Least width of each column; 0 where absent. */
  readonly minWidths?: readonly number[];
}

/** The time cli-table3 takes grows with the square of the rows (1 s for 2000), so it gets them in portions. */
const ROWS_AT_ONCE = 100;

const NO_BORDERS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: ' ',
} as const;

/** Columns of the terminal that a table takes. */
export function tableWidth(rows: readonly (readonly Cell[])[], layout: TableLayout): number {
  return columnWidths(rows, layout).reduce((sum, width) => sum + 1 + width, -1);
}

/** Width of each column: that of its widest cell or the least width asked for. */
function columnWidths(rows: readonly (readonly Cell[])[], layout: TableLayout): number[] {
  const widths = layout.columns.map((_, column) => Math.max(1, layout.minWidths?.[column] ?? 0));
  for (const row of rows) {
    let column = 0;
    for (const cell of row) {
      if (typeof cell === 'string') widths[column] = Math.max(widths[column]!, textWidth(cell));
      column += typeof cell === 'string' ? 1 : cell.span;
    }
  }
  return widths;
}

/** The lines of a table without borders, columns one space apart, no spaces at the end of a line. */
export function tableLines(rows: readonly (readonly Cell[])[], layout: TableLayout): string[] {
  const widths = columnWidths(rows, layout);
  const lines: string[] = [];
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) {
    lines.push(...linesOfWidths(rows.slice(i, i + ROWS_AT_ONCE), layout.columns, widths));
  }
  return lines;
}

function linesOfWidths(
  rows: readonly (readonly Cell[])[],
  columns: readonly Align[],
  widths: number[],
): string[] {
  const table = new Table({
    chars: NO_BORDERS,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    colAligns: [...columns],
    // Set, because cli-table3 stretches columns to what a spanning cell says.
    colWidths: [...widths],
  });
  for (const row of rows) {
    table.push(
      row.map((cell) =>
        typeof cell === 'string'
          ? { content: cell }
          : { content: cell.text, colSpan: cell.span, hAlign: cell.align },
      ),
    );
  }
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}
