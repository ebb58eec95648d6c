/** The characters that a report draws with, one column each except `plusMinus`, `infinity` and `arrow` in ASCII. */
export interface Glyphs {
  readonly plusMinus: string;
  readonly infinity: string;
  readonly ellipsis: string;
  readonly arrow: string;
  /** Cells of a bar: between zero and the mean, outside and inside the interval; the rest of the interval; the mean. */
  readonly bar: string;
  readonly barInInterval: string;
  readonly interval: string;
  readonly mean: string;
  readonly zero: string;
  /** At the edge of a chart where a bar or an interval goes on. */
  readonly beyondLeft: string;
  readonly beyondRight: string;
  readonly axis: string;
  readonly tick: string;
  readonly zeroTick: string;
}

const UNICODE: Glyphs = {
  plusMinus: '±',
  infinity: '∞',
  ellipsis: '…',
  arrow: '→',
  bar: '█',
  barInInterval: '▓',
  interval: '░',
  mean: '●',
  zero: '│',
  beyondLeft: '‹',
  beyondRight: '›',
  axis: '─',
  tick: '┴',
  zeroTick: '┼',
};

const ASCII: Glyphs = {
  plusMinus: '+-',
  infinity: 'inf',
  ellipsis: '~',
  arrow: '->',
  bar: '#',
  barInInterval: '=',
  interval: '-',
  mean: 'o',
  zero: '|',
  beyondLeft: '<',
  beyondRight: '>',
  axis: '-',
  tick: '+',
  zeroTick: '|',
};

export function glyphsFor(options: { readonly ascii: boolean }): Glyphs {
  return options.ascii ? ASCII : UNICODE;
}
