import { padEnd, padStart, textWidth } from './text-layout';

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
  return rows.map((row) => {
    let column = 0;
    const cells = row.map((cell) => {
      const { text, span, align } =
        typeof cell === 'string' ? { text: cell, span: 1, align: layout.columns[column]! } : cell;
      const width = widths.slice(column, column + span).reduce((sum, own) => sum + 1 + own, -1);
      column += span;
      return align === 'right' ? padStart(text, width) : padEnd(text, width);
    });
    return cells.join(' ').trimEnd();
  });
}
