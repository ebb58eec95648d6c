/** Which bar charts are drawn. */
export type Chart = 'rate' | 'memory' | 'both' | 'none';

/** How a report is written as text. */
export interface RenderOptions {
  /** Columns that sentences and charts take: those of the terminal; 80 where there is none. */
  readonly width: number;
  /** Columns that a table may take; `width` where absent. */
  readonly tableWidth?: number;
  /** Draw with ASCII characters only; names and messages are printed as they are. */
  readonly ascii: boolean;
  /** Use ANSI colours. Nothing depends on them to be read. */
  readonly color: boolean;
}

/** Columns that a table may take before its names are shortened. */
export function tableRoom({ width, tableWidth }: RenderOptions): number {
  return tableWidth ?? width;
}

export interface GateOptions extends RenderOptions {
  /** What the gate makes of undecided rows (`--undecided`). */
  readonly undecided: 'pass' | 'fail';
}

export interface ComparisonOptions extends GateOptions {
  readonly chart: Chart;
}

export interface ScatterOptions extends RenderOptions {
  readonly chart: Chart;
}
