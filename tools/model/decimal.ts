const [ZERO, NINE, POINT, PLUS, MINUS] = [48, 57, 46, 43, 45];

function isDigitOrPoint(code: number): boolean {
  return (code >= ZERO && code <= NINE) || code === POINT;
}

/**
 * The finite number that a text is in decimal notation, `-1.5e3`; NaN for every other text, `0x10`, `Infinity` and
 * ` 1` too, which Number takes. By its ends and not by a regular expression: files have millions of numbers.
 */
export function parseDecimal(text: string): number {
  const number = Number(text);
  const first = text.charCodeAt(0);
  const isDecimal =
    Number.isFinite(number) &&
    (isDigitOrPoint(first) || first === PLUS || first === MINUS) &&
    isDigitOrPoint(text.charCodeAt(text.length - 1)) &&
    !(first === ZERO && /^0[box]/i.test(text));
  return isDecimal ? number : Number.NaN;
}
