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
/** A row that reaches this many times further than the upper quartile of all rows is cut off. */
const OUTLIER = 5;

/**
 * An axis over all reaches, zero included. A reach is the values that one row of the chart should show. Values that are
 * not finite, or so far out that they would flatten the others, are left out and run off the axis.
 */
export function axisOver(reaches: readonly (readonly number[])[], columns: number): Axis {
  const finite = reaches.map((reach) => reach.filter(Number.isFinite)).filter((reach) => reach.length > 0);
  const furthest = finite.map((reach) => Math.max(...reach.map(Math.abs))).sort((a, b) => a - b);
  const quartile = furthest[Math.floor(0.75 * (furthest.length - 1))] ?? 0;
  const limit = quartile === 0 ? Number.POSITIVE_INFINITY : OUTLIER * quartile;
  const shown = finite.flat().filter((value) => Math.abs(value) <= limit);
  const low = shown.reduce((least, value) => Math.min(least, value), 0);
  const high = shown.reduce((most, value) => Math.max(most, value), 0);
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
