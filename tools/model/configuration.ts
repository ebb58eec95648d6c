import { inspect } from 'node:util';
import { parseDecimal } from './decimal';

export type Value = string | number | boolean;

/** One combination of a benchmark's parameters: keys and values in the order the benchmark declares them. */
export type Configuration = readonly (readonly [key: string, value: Value])[];

/** One value as CSV and tables show it: strings quoted, numbers bare, the way util.inspect prints them. */
export function formatValue(value: Value): string {
  return inspect(value, { breakLength: Number.POSITIVE_INFINITY });
}

/** `key=value` pairs joined by spaces, in declared order: the `configuration` column of the CSV. */
export function formatConfiguration(configuration: Configuration): string {
  return configuration.map(([key, value]) => `${key}=${formatValue(value)}`).join(' ');
}

/**
 * The identity of a configuration: its `key=value` pairs as a set, whatever their order and whether a value was
 * quoted. Two harnesses report the same configuration in different orders; both must meet in one group.
 */
export function configurationKey(configuration: Configuration): string {
  return configuration
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join('\u0000');
}

/** The value a bare text most likely stands for: a number when it reads back as the same text, else a boolean, else a string. */
export function inferValue(text: string): Value {
  const number = parseDecimal(text);
  if (String(number) === text && !Number.isNaN(number)) return number;
  if (text === 'true' || text === 'false') return text === 'true';
  return text;
}

/** Reads `key=value` arguments (values unquoted) into a configuration, each value's type inferred from its text. */
export function configurationFromArguments(args: readonly string[]): Configuration {
  return args.map((arg) => {
    const at = arg.indexOf('=');
    return [arg.slice(0, at), inferValue(arg.slice(at + 1))] as const;
  });
}

const QUOTED = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`/gs;
// util.inspect prints a long text with line breaks as a sum of its lines.
const SUM = `(?:${QUOTED.source})(?:\\s*\\+\\s*(?:${QUOTED.source}))*`;
const PAIR = new RegExp(`\\s*([^=]+)=(?:(${SUM})|(\\S*))(?=\\s|$)`, 'gsy');

const ESCAPE = /\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|(.))/gs;
const ESCAPED: { readonly [letter: string]: string } = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** The text that a quoted one stands for, whether JSON.stringify or util.inspect wrote it. */
function unquote(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replace(ESCAPE, (_, byte?: string, unit?: string, letter?: string) =>
      letter === undefined
        ? String.fromCharCode(Number.parseInt((byte ?? unit)!, 16))
        : (ESCAPED[letter] ?? letter),
    );
}

/**
 * Reads the `configuration` column: `key=value` pairs with spaces between them, texts quoted as util.inspect or
 * JSON.stringify do. A value without quotes ends at the next space, its type is inferred. Null when the text is not
 * made of such pairs.
 */
export function parseConfiguration(text: string): Configuration | null {
  const matches = [...text.trimEnd().matchAll(PAIR)];
  const read = matches.reduce((length, [all]) => length + all.length, 0);
  if (read !== text.trimEnd().length) return null;
  return matches.map(([, key, quoted, bare]) => [
    key!,
    quoted === undefined ? inferValue(bare!) : quoted.match(QUOTED)!.map(unquote).join(''),
  ]);
}
