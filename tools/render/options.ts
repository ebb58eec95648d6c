/** Which bar charts are drawn. */
export type Chart = 'rate' | 'memory' | 'both' | 'none';

/** How a report is written as text. */
export interface RenderOptions {
  /** Columns of the terminal; 80 where there is none. */
  readonly width: number;
  /** Draw with ASCII characters only; names and messages are printed as they are. */
  readonly ascii: boolean;
  /** Use ANSI colours. Nothing depends on them to be read. */
  readonly color: boolean;
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
