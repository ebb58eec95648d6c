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
  const table = new Table({
    chars: NO_BORDERS,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    colAligns: [...layout.columns],
    // Set, because cli-table3 stretches columns to what a spanning cell says.
    colWidths: columnWidths(rows, layout),
  });
  for (const run of runsOfRows(rows)) {
    table.push(
      run[0]!.map((cell, column) =>
        typeof cell === 'string'
          ? { content: run.map((row) => row[column]).join('\n') }
          : { content: cell.text, colSpan: cell.span, hAlign: cell.align },
      ),
    );
  }
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}

/**
 * The rows, those together that follow each other without a spanning cell: they are given to cli-table3 as one row
 * whose cells have a line for each, because a cell costs it 100 µs and a line hardly anything.
 */
function runsOfRows(rows: readonly (readonly Cell[])[]): (readonly Cell[])[][] {
  const runs: (readonly Cell[])[][] = [];
  let isOpen = false;
  for (const row of rows) {
    const isPlain = row.every((cell) => typeof cell === 'string');
    if (isPlain && isOpen) runs.at(-1)!.push(row);
    else runs.push([row]);
    isOpen = isPlain;
  }
  return runs;
}
