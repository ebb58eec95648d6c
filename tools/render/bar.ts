import { type Axis, type Bar, columnOf } from './axis';
import { type Glyphs, glyphsFor } from './glyphs';
import { NOT_AVAILABLE } from './number-format';
import type { RenderOptions } from './options';
import { wrap } from './text-layout';

/**
 * One line of a bar chart: a bar from zero to the mean, the interval shaded, the mean marked, zero ruled. What runs off
 * the axis ends in an arrow.
 */
export function barLine(bar: Bar, axis: Axis, glyphs: Glyphs): string {
  const cells = Array<string>(axis.columns).fill(' ');
  const zero = columnOf(axis, 0);
  if (Number.isNaN(bar.mean)) {
    cells[zero] = glyphs.zero;
    return `${cells.join('').trimEnd()} ${NOT_AVAILABLE}`;
  }
  const mean = columnOf(axis, bar.mean);
  const hasInterval = !Number.isNaN(bar.low) && !Number.isNaN(bar.high);
  const low = hasInterval ? bar.low : bar.mean;
  const high = hasInterval ? bar.high : bar.mean;
  const [intervalStart, intervalEnd] = [columnOf(axis, low), columnOf(axis, high)];
  for (let i = Math.min(zero, mean); i <= Math.max(zero, mean); i++) cells[i] = glyphs.bar;
  if (hasInterval) {
    for (let i = intervalStart; i <= intervalEnd; i++) {
      cells[i] = cells[i] === glyphs.bar ? glyphs.barInInterval : glyphs.interval;
    }
  }
  cells[zero] = glyphs.zero;
  if (bar.mean >= axis.low && bar.mean <= axis.high) cells[mean] = glyphs.mean;
  if (Math.min(low, bar.mean) < axis.low) cells[0] = glyphs.beyondLeft;
  if (Math.max(high, bar.mean) > axis.high) cells[axis.columns - 1] = glyphs.beyondRight;
  return cells.join('').trimEnd();
}

/** What the marks of a chart mean; the arrows only where there are any. */
export function chartLegend(
  meaning: string,
  bars: readonly Bar[],
  axis: Axis,
  options: RenderOptions,
): string[] {
  const glyphs = glyphsFor(options);
  const clipped = bars.some((bar) =>
    [bar.mean, bar.low, bar.high].some((value) => value < axis.low || value > axis.high),
  );
  const legend = [
    `${glyphs.mean} ${meaning}`,
    `${glyphs.barInInterval}${glyphs.interval} its 95 % interval`,
    ...(clipped ? [`${glyphs.beyondLeft} ${glyphs.beyondRight} off the axis`] : []),
  ];
  return wrap(legend.join(', '), options.width);
}
