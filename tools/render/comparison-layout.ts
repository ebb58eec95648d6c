import type { Comparison } from '../model/finding';
import { type Footnotes, footnotes } from './footnotes';
import { glyphsFor } from './glyphs';
import { type MemoryColumns, memoryColumns } from './memory-columns';
import { accuracy, percent, stars } from './number-format';
import { type RenderOptions, tableRoom } from './options';
import { fullName, type RowNames, rowNames } from './row-names';
import { textWidth, widest } from './text-layout';

/** A label narrower than this says nothing: in a very narrow terminal the table is wider than it rather. */
const LEAST_NAME_WIDTH = 20;

/** Core's words over the columns. `tall` sets them in two lines that reach over narrower columns. */
export type HeaderStyle = 'core' | 'tall';

const CORE_HEADER = ['confidence', 'improvement', 'accuracy (*)', '(**)', '(***)'];
/** Widths that leave room for the words of the tall header. */
const TALL_HEADER_WIDTHS = [3, 7, 7, 6, 6];

/** What the sections of one report share: the figures of the table, the names that fit beside them, the marks. */
export interface ComparisonLayout {
  readonly header: HeaderStyle;
  readonly names: RowNames;
  readonly notes: Footnotes;
  /** The cells of each row after its name. */
  readonly figures: readonly (readonly string[])[];
  readonly figureWidths: readonly number[];
  /** null where no memory was read. */
  readonly memory: MemoryColumns | null;
  /** Whether the columns of memory fit beside those of the rates. */
  readonly memoryIsBeside: boolean;
}

/** Decides how a comparison is laid out in the given width, the same for every section of its report. */
export function comparisonLayout(comparison: Comparison, options: RenderOptions): ComparisonLayout {
  const glyphs = glyphsFor(options);
  const width = tableRoom(options);
  const { findings } = comparison;
  const hasGate = comparison.maxRegression !== null;
  const notes = footnotes(
    findings.map((finding) => ({
      name: fullName(finding),
      warnings: [...finding.warnings, ...(finding.memory?.warnings ?? [])],
    })),
    comparison.warnings,
    options.width,
  );
  const hasMarks = notes.marks.some((mark) => mark !== '');
  const figures = findings.map((finding, i) => [
    stars(finding.p),
    percent(finding.improvement, glyphs),
    ...finding.accuracy.map((halfWidth) => accuracy(halfWidth, glyphs)),
    ...(hasGate ? [finding.gate?.verdict ?? ''] : []),
    ...(hasMarks ? [notes.marks[i]!] : []),
  ]);
  const content = (figures[0] ?? []).map((_, column) => widest(figures.map((row) => row[column]!)));
  const atLeast = (least: readonly number[]) =>
    content.map((width, column) => Math.max(width, least[column] ?? 0));
  const verdict = hasGate ? ['verdict'.length] : [];
  const coreWidths = atLeast([...CORE_HEADER.map(textWidth), ...verdict]);
  const tallWidths = atLeast([...TALL_HEADER_WIDTHS, ...verdict]);

  const nameWidth = widest(findings.map(fullName));
  const header = nameWidth + total(coreWidths) <= width ? 'core' : 'tall';
  const figureWidths = header === 'core' ? coreWidths : tallWidths;
  const memory = memoryColumns(comparison, glyphs);
  const memoryWidth = total(memory?.widths ?? []);
  const memoryIsBeside =
    memory !== null && header === 'core' && nameWidth + total(coreWidths) + memoryWidth <= width;
  const taken = memoryIsBeside
    ? total(figureWidths) + memoryWidth
    : Math.max(total(figureWidths), memoryWidth);
  const room = Math.max(LEAST_NAME_WIDTH, width - taken);
  return {
    header,
    names: rowNames(findings, room, width, glyphs.ellipsis),
    notes,
    figures,
    figureWidths,
    memory,
    memoryIsBeside,
  };
}

/** Columns that figures take with the space before each. */
function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + 1 + width, 0);
}
