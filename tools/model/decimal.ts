const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** The number a text is in decimal notation, `-1.5e3`; NaN for every other text, `0x10`, `Infinity` and `1_000` too. */
export function parseDecimal(text: string): number {
  return DECIMAL.test(text) ? Number(text) : Number.NaN;
}
