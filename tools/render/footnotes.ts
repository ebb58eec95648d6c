import type { Warning } from '../model/warning';
import { counted } from './number-format';
import { printable, wrap } from './text-layout';

/** Rows whose message differs are listed up to this many to a code; the mark shows the others. */
const LISTED = 5;

/** A row's name and its warnings. */
export interface Noted {
  readonly name: string;
  readonly warnings: readonly Warning[];
}

export interface Footnotes {
  /** The marks of each row, `a` or `a,c`; empty for a row without warnings. */
  readonly marks: readonly string[];
  readonly lines: readonly string[];
}

/**
 * Warnings as footnotes: one to a code, in order of first appearance, the row's mark a letter; warnings of the run
 * as a whole come first and have none.
 */
export function footnotes(rows: readonly Noted[], runWarnings: readonly Warning[], width: number): Footnotes {
  const codes = [...new Set(rows.flatMap((row) => row.warnings.map((warning) => warning.code)))];
  const marks = rows.map((row) =>
    codes
      .flatMap((code, i) => (row.warnings.some((warning) => warning.code === code) ? [letter(i)] : []))
      .join(','),
  );
  return {
    marks,
    lines: [
      ...runWarnings.flatMap((warning) =>
        wrap(`[${warning.code}] ${printable(warning.message)}`, width, '  '),
      ),
      ...codes.flatMap((code, i) => footnote(letter(i), code, rows, width)),
    ],
  };
}

function footnote(mark: string, code: string, rows: readonly Noted[], width: number): string[] {
  const messages = new Map<string, string[]>();
  let count = 0;
  for (const row of rows) {
    const own = row.warnings.filter((warning) => warning.code === code);
    if (own.length > 0) count++;
    for (const { message } of own) messages.set(message, [...(messages.get(message) ?? []), row.name]);
  }
  const indent = ' '.repeat(mark.length + 2);
  const rowCount = counted(count, 'row');
  const [first, ...others] = [...messages];
  if (others.length === 0) {
    return wrap(`${mark}  [${code}] ${rowCount}: ${printable(first![0])}`, width, indent);
  }
  const listed = [first!, ...others].slice(0, LISTED);
  const left = messages.size - listed.length;
  return [
    `${mark}  [${code}] ${rowCount}:`,
    ...listed.flatMap(([message, names]) =>
      wrap(`${indent}${names.join(', ')}: ${printable(message)}`, width, `${indent}  `),
    ),
    ...(left > 0 ? [`${indent}and ${left} more like these, in the rows marked ${mark}`] : []),
  ];
}

/** a, b, … z, aa, ab, … */
function letter(index: number): string {
  const last = String.fromCharCode(97 + (index % 26));
  return index < 26 ? last : letter(Math.floor(index / 26) - 1) + last;
}
