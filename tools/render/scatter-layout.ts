import type { Value } from '../model/configuration';
import type { ScatterAnalysis } from '../model/scatter';
import { glyphsFor } from './glyphs';
import { type RenderOptions, tableRoom } from './options';
import { shortenAll } from './shorten';
import { printable } from './text-layout';

/** However narrow the terminal is, a name or value is not abbreviated to less. */
const LEAST_WIDTH = 10;

/** How variables and their values are shown, the same in every section. */
export interface ScatterLayout {
  /** Name of the x variable and of the category variable; empty when there is none. */
  readonly xName: string;
  readonly categoryName: string;
  readonly x: (value: Value) => string;
  /** Empty for null. */
  readonly category: (value: Value | null) => string;
  readonly abbreviated: readonly { readonly short: string; readonly full: string }[];
}

/** Names and values of x and of category, abbreviated to a sixth of the width each, so that the figures have room. */
export function scatterLayout(analysis: ScatterAnalysis, options: RenderOptions): ScatterLayout {
  const room = Math.max(LEAST_WIDTH, Math.floor(tableRoom(options) / 6));
  const { ellipsis } = glyphsFor(options);
  const shorten = (texts: readonly string[]) => shortenAll(texts, room, ellipsis);
  const names = shorten([analysis.x, analysis.category ?? ''].map(printable));
  const xs = shorten(analysis.groups.map((group) => valueText(group.x)));
  const categories = shorten(analysis.groups.map((group) => valueText(group.category)));
  return {
    xName: names.get(printable(analysis.x))!,
    categoryName: names.get(printable(analysis.category ?? ''))!,
    x: (value) => xs.get(valueText(value))!,
    category: (value) => categories.get(valueText(value))!,
    abbreviated: [...names, ...xs, ...categories].flatMap(([full, short]) =>
      short === full ? [] : [{ short, full }],
    ),
  };
}

/** A value as core's scatter.R shows it, without quotes; in quotes where it could not be seen without; nothing for null. */
function valueText(value: Value | null): string {
  if (value === null) return '';
  const text = printable(String(value));
  return text.trim() === text && text !== '' ? text : `'${text}'`;
}
