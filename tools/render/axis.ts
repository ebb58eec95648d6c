import type { Glyphs } from './glyphs';
import { padEnd, textWidth } from './text-layout';

/** A linear scale over the columns of a chart; zero lies between `low` and `high`. */
export interface Axis {
  readonly low: number;
  readonly high: number;
  /** Columns, at least 2. */
  readonly columns: number;
}

/** Columns between the starts of two labels, so that they do not run together. */
const LABEL_SPACING = 12;
/** A bar that reaches this many times further than the upper quartile of all bars is cut off. */
const OUTLIER = 5;

/** A mean with the ends of its interval, in the units of the axis; NaN where a figure does not exist. */
export interface Bar {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/**
 * An axis over all bars, zero included. A bar whose interval is unbounded, or so wide that it would flatten the others,
 * is shown at its mean when that is not as far out, and runs off the axis. Twice the largest of the `kept` values is
 * never too far.
 */
export function axisOver(bars: readonly Bar[], columns: number, kept: readonly number[] = []): Axis {
  const reaches = bars
    .map(({ mean, low, high }) =>
      Math.max(...[mean, low, high].filter((value) => !Number.isNaN(value)).map(Math.abs)),
    )
    .filter((reach) => Number.isFinite(reach))
    .sort((a, b) => a - b);
  const quartile = reaches[Math.floor(0.75 * (reaches.length - 1))] ?? 0;
  const limit =
    quartile === 0
      ? Number.MAX_VALUE
      : Math.max(OUTLIER * quartile, ...kept.map((value) => 2 * Math.abs(value)));
  const isShown = (value: number) => Math.abs(value) <= limit;
  const shown = bars.flatMap(({ mean, low, high }) =>
    isShown(low) && isShown(high) ? [mean, low, high] : [mean],
  );
  const low = shown.filter(isShown).reduce((least, value) => Math.min(least, value), 0);
  const high = shown.filter(isShown).reduce((most, value) => Math.max(most, value), 0);
  return low === high ? { low: -1, high: 1, columns } : { low, high, columns };
}

/** The column of a value, counted from 0; a value off the axis gets the nearest one. */
export function columnOf(axis: Axis, value: number): number {
  const share = (value - axis.low) / (axis.high - axis.low);
  return Math.min(axis.columns - 1, Math.max(0, Math.round(share * (axis.columns - 1))));
}

/** Two lines: the axis with its ticks, and the ticks' labels. */
export function axisLines(axis: Axis, format: (value: number) => string, glyphs: Glyphs): [string, string] {
  const rule = Array<string>(axis.columns).fill(glyphs.axis);
  let labels = '';
  for (const value of ticks(axis)) {
    const column = columnOf(axis, value);
    rule[column] = value === 0 ? glyphs.zeroTick : glyphs.tick;
    const text = format(value);
    const width = textWidth(text);
    const at = Math.min(axis.columns - width, Math.max(0, column - Math.floor(width / 2)));
    if (labels === '' || at > textWidth(labels)) labels = padEnd(labels, at) + text;
  }
  return [rule.join(''), labels];
}

/** Multiples of 1, 2 or 5 times a power of ten, zero among them. */
function ticks(axis: Axis): number[] {
  const wanted = Math.max(1, Math.floor(axis.columns / LABEL_SPACING));
  const raw = (axis.high - axis.low) / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= raw * 0.999)!;
  const first = Math.ceil(axis.low / step - 1e-9);
  const last = Math.floor(axis.high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}
