const [ZERO, NINE, POINT, PLUS, MINUS] = [48, 57, 46, 43, 45];
/** After a zero they make a number of another base. */
const BASES = ['b', 'B', 'o', 'O', 'x', 'X'].map((letter) => letter.charCodeAt(0));

function isDigitOrPoint(code: number): boolean {
  return (code >= ZERO && code <= NINE) || code === POINT;
}

/**
 * The finite number that a text is in decimal notation, `-1.5e3`; NaN for every other text, `0x10`, `Infinity` and
 * ` 1` too, which Number takes. It looks at the ends and asks no regular expression: files have millions of numbers.
 */
export function parseDecimal(text: string): number {
  const number = Number(text);
  const first = text.charCodeAt(0);
  const second = text.charCodeAt(1);
  const isDecimal =
    Number.isFinite(number) &&
    (isDigitOrPoint(first) || first === PLUS || first === MINUS) &&
    isDigitOrPoint(text.charCodeAt(text.length - 1)) &&
    !(first === ZERO && second > NINE && BASES.includes(second));
  return isDecimal ? number : Number.NaN;
}
