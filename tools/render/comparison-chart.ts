import type { Comparison, ComparisonFinding } from '../model/finding';
import { axisLines, axisOver, type Bar } from './axis';
import { barLine, chartLegend } from './bar';
import { paint, verdictStyle } from './color';
import { glyphsFor } from './glyphs';
import { plainPercent } from './number-format';
import type { RenderOptions } from './options';
import { type RowNames, withHeadings } from './row-names';
import { padEnd } from './text-layout';

/** Fewer columns show nothing. */
const LEAST_COLUMNS = 20;

const MEANING = { rate: 'improvement in percent', memory: 'change of peak RSS in percent' } as const;

/** A bar to both sides of zero for each comparison of rates or of memory, all on one axis that is drawn below them. */
export function comparisonChart(
  comparison: Comparison,
  what: 'rate' | 'memory',
  names: RowNames,
  options: RenderOptions,
): string[] {
  const glyphs = glyphsFor(options);
  const bars = comparison.findings.map(what === 'rate' ? barOf : memoryBarOf);
  const columns = Math.max(LEAST_COLUMNS, options.width - names.width - 1);
  const axis = axisOver(bars, columns);
  const lines = bars.map((bar, i) => {
    const { gate, memory } = comparison.findings[i]!;
    const verdict = (what === 'rate' ? gate : memory?.gate)?.verdict;
    const line = barLine(bar, axis, glyphs);
    const painted = verdict ? paint(line, verdictStyle(verdict), options.color) : line;
    return `${padEnd(names.rows[i]!.label, names.width)} ${painted}`;
  });
  const margin = ' '.repeat(names.width + 1);
  return [
    ...chartLegend(MEANING[what], bars, axis, options),
    ...withHeadings(lines, names.rows),
    ...axisLines(axis, (value) => (value === 0 ? '0' : plainPercent(value)), glyphs).map(
      (line) => margin + line,
    ),
  ];
}

function barOf(finding: ComparisonFinding): Bar {
  return { mean: finding.improvement, low: finding.interval.low, high: finding.interval.high };
}

function memoryBarOf({ memory }: ComparisonFinding): Bar {
  const { change, interval } = memory ?? {
    change: Number.NaN,
    interval: { low: Number.NaN, high: Number.NaN },
  };
  return { mean: change, low: interval.low, high: interval.high };
}
