import type { Verdict } from '../model/finding';

const CODES = {
  bold: [1, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
} as const;

export type Style = keyof typeof CODES;

/** The text in a style when `color` is true, else the text alone. */
export function paint(text: string, style: Style, color: boolean): string {
  if (!color || text === '') return text;
  const [on, off] = CODES[style];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

export function verdictStyle(verdict: Verdict): Style {
  return verdict === 'regressed' ? 'red' : verdict === 'ok' ? 'green' : 'yellow';
}
