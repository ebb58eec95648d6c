import type { Comparison } from '../model/finding';
import { paint, verdictStyle } from './color';
import type { ComparisonLayout } from './comparison-layout';
import { paintMemory } from './memory-columns';
import type { RenderOptions } from './options';
import { withHeadings } from './row-names';
import { type Align, type Cell, spanRight, tableLines } from './table';

const HEADER_LINES = { core: 1, tall: 2 } as const;

/**
 * Core's table: name, confidence, improvement, accuracy at three levels; the verdict when there is a gate; footnote marks;
 * the figures of memory where they fit.
 */
export function comparisonTable(
  comparison: Comparison,
  layout: ComparisonLayout,
  options: RenderOptions,
): string[] {
  const hasGate = comparison.maxRegression !== null;
  const columnCount = 1 + layout.figureWidths.length;
  const hasMarks = columnCount > (hasGate ? 7 : 6);
  const last = [...(hasGate ? ['verdict'] : []), ...(hasMarks ? [''] : [])];
  const memory = layout.memoryIsBeside ? layout.memory : null;
  const header: Cell[][] =
    layout.header === 'core'
      ? [
          [
            '',
            'confidence',
            'improvement',
            'accuracy (*)',
            '(**)',
            '(***)',
            ...last,
            ...(memory?.header ?? []),
          ],
        ]
      : [
          [spanRight('confidence', 2), spanRight('accuracy', 2), '', '', ...last.map(() => '')],
          ['', spanRight('improvement', 2), '(*)', '(**)', '(***)', ...last],
        ];
  const rows = comparison.findings.map((finding, i) => {
    const [stars, ...figures] = layout.figures[i]!;
    const verdict = finding.gate?.verdict;
    return [
      layout.names.rows[i]!.label,
      paint(stars!, 'bold', options.color),
      ...figures.map((figure) =>
        figure === verdict ? paint(figure, verdictStyle(verdict), options.color) : figure,
      ),
      ...(memory === null ? [] : paintMemory(memory.rows[i]!, finding.memory, options.color)),
    ];
  });
  const columns = [
    ...Array.from({ length: columnCount }, (_, i): Align => (i === 0 || i > 5 ? 'left' : 'right')),
    ...(memory?.header ?? []).map((): Align => 'right'),
  ];
  const lines = tableLines([...header, ...rows], {
    columns,
    minWidths: [layout.names.width, ...layout.figureWidths, ...(memory?.widths ?? [])],
  });
  const headerLines = HEADER_LINES[layout.header];
  return [...lines.slice(0, headerLines), ...withHeadings(lines.slice(headerLines), layout.names.rows)];
}
