import type { ScatterAnalysis, ScatterGroup } from '../model/scatter';
import { axisLines, axisOver, type Bar } from './axis';
import { barLine, chartLegend } from './bar';
import { glyphsFor } from './glyphs';
import { compactNumber } from './number-format';
import type { RenderOptions } from './options';
import type { ScatterLayout } from './scatter-layout';
import { padEnd, padStart, widest } from './text-layout';

/** Fewer columns show nothing. */
const LEAST_COLUMNS = 20;

const MEANING = { rate: 'rate in operations per second', memory: 'mean of peak RSS in MiB' } as const;

/** A bar from zero for each group, of its rate or its memory, all on one axis that is drawn below them; where x changes, a blank line. */
export function scatterChart(
  analysis: ScatterAnalysis,
  what: 'rate' | 'memory',
  layout: ScatterLayout,
  options: RenderOptions,
): string[] {
  const glyphs = glyphsFor(options);
  const { groups } = analysis;
  const hasCategory = analysis.category !== null;
  const xWidth = widest(groups.map((group) => layout.x(group.x)));
  const categoryWidth = widest(groups.map((group) => layout.category(group.category)));
  const margin = xWidth + 1 + (hasCategory ? categoryWidth + 1 : 0);
  const bars = groups.map(what === 'rate' ? barOf : memoryBarOf);
  // Rates that differ by orders of magnitude are what a sweep is for: only intervals may run off.
  const means = bars.map(({ mean }) => mean).filter((mean) => !Number.isNaN(mean));
  const axis = axisOver(bars, Math.max(LEAST_COLUMNS, options.width - margin), means);
  const lines = groups.flatMap((group, i) => {
    const isNewX = group.x !== groups[i - 1]?.x;
    const x = padStart(isNewX ? layout.x(group.x) : '', xWidth);
    const category = hasCategory ? `${padEnd(layout.category(group.category), categoryWidth)} ` : '';
    const line = `${x} ${category}${barLine(bars[i]!, axis, glyphs)}`;
    return hasCategory && isNewX && i > 0 ? ['', line] : [line];
  });
  return [
    ...chartLegend(MEANING[what], bars, axis, options),
    ...lines,
    ...axisLines(axis, compactNumber, glyphs).map((line) => ' '.repeat(margin) + line),
  ];
}

/** A rate is never below zero, whatever its interval says. */
function barOf({ mean, halfWidth }: Pick<ScatterGroup, 'mean' | 'halfWidth'>): Bar {
  return { mean, low: Math.max(0, mean - halfWidth), high: mean + halfWidth };
}

function memoryBarOf({ memory }: ScatterGroup): Bar {
  const { meanPeakKib, halfWidthKib } = memory ?? { meanPeakKib: Number.NaN, halfWidthKib: Number.NaN };
  return barOf({ mean: meanPeakKib / 1024, halfWidth: halfWidthKib / 1024 });
}
