import { inspect } from 'node:util';

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

const NUMERAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** The value a bare text most likely stands for: a number when it reads back as the same text, else a boolean, else a string. */
export function inferValue(text: string): Value {
  if (NUMERAL.test(text) && String(Number(text)) === text) return Number(text);
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
