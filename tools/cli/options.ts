import { parseArgs } from 'node:util';
import type Yargs from 'yargs';
import type { Options as YargsOptions } from 'yargs';
import { parseDecimal } from '../model/decimal';
import { UsageError } from '../model/errors';

/** What turns the text of an option into its value; throws a UsageError that names the option. */
export type Parse<T> = (option: string, text: string) => T;

/** One option as a tool declares it. */
export interface OptionSpec<T> {
  readonly describe: string;
  /** How the value is called in the help. */
  readonly value?: string;
  readonly parse: Parse<T>;
  readonly default: T;
  /** The default as the help shows it, where it is not the value itself. */
  readonly defaultText?: string;
  readonly repeatable: boolean;
  readonly flag: boolean;
  /** What `--no-NAME` means, where an option that takes a value can be negated. */
  readonly negation?: { readonly value: T };
}

// biome-ignore lint/suspicious/noExplicitAny: each option has a type of its own
type AnySpec = OptionSpec<any>;
export type OptionSpecs = { readonly [name: string]: AnySpec };
export type OptionValues<S extends OptionSpecs> = {
  readonly [K in keyof S]: S[K] extends OptionSpec<infer T> ? T : never;
};

/** A tool as the command line sees it. */
export interface ToolSpec<S extends OptionSpecs> {
  readonly name: string;
  readonly summary: string;
  /** What stands behind the options: `<category|file> …`. */
  readonly items: string;
  readonly itemsHelp: string;
  readonly options: S;
  /** The arguments of one useful call, and what it does. */
  readonly example: readonly [args: string, what: string];
}

export interface ParsedCommandLine<S extends OptionSpecs> {
  readonly options: OptionValues<S>;
  readonly items: readonly string[];
  /** As they were typed. */
  readonly arguments: readonly string[];
}

export function flag(describe: string, byDefault = false): OptionSpec<boolean> {
  return { describe, parse: () => true, default: byDefault, repeatable: false, flag: true };
}

export function valueOption<T, D>(
  value: string,
  describe: string,
  parse: Parse<T>,
  byDefault: D,
  defaultText?: string,
): OptionSpec<T | D> {
  return {
    describe,
    value,
    parse,
    default: byDefault,
    repeatable: false,
    flag: false,
    ...(defaultText === undefined ? {} : { defaultText }),
  };
}

/** The option, with `--no-NAME` as another way to give it the value `negated`. */
export function negatable<T, N>(spec: OptionSpec<T>, negated: N): OptionSpec<T | N> {
  return { ...spec, negation: { value: negated } };
}

export function listOption(value: string, describe: string): OptionSpec<readonly string[]> {
  return {
    describe: `${describe} (repeatable)`,
    value,
    parse: (_, text) => [text],
    default: [],
    repeatable: true,
    flag: false,
  };
}

export const text: Parse<string> = (option, value) => {
  if (value === '') throw new UsageError(`${option} needs a value, got an empty text`);
  return value;
};

export const positiveInteger: Parse<number> = (option, value) => {
  if (!/^\+?\d+$/.test(value) || Number(value) < 1 || !Number.isSafeInteger(Number(value))) {
    throw new UsageError(`${option} expects a positive whole number, got "${value}"`);
  }
  return Number(value);
};

/** A decimal number that is not below `least`. */
export function numberFrom(least: number, exclusive = false): Parse<number> {
  return (option, value) => {
    const number = parseDecimal(value);
    if (!Number.isFinite(number) || number < least || (exclusive && number === least)) {
      throw new UsageError(
        `${option} expects a number ${exclusive ? 'above' : 'of at least'} ${least}, got "${value}"`,
      );
    }
    return number;
  };
}

export function oneOf<const T extends string>(...values: readonly T[]): Parse<T> {
  return (option, value) => {
    if (!values.includes(value as T)) {
      throw new UsageError(`${option} expects ${values.join(' or ')}, got "${value}"`);
    }
    return value as T;
  };
}

/** Edits that turn one word into the other (Levenshtein, with a swap of neighbours as one edit). */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      }
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

/** The word of `known` nearest to `word`, when it is near enough to be a slip of the fingers. */
export function nearest(word: string, known: readonly string[]): string | null {
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best !== undefined && best.distance <= Math.max(1, Math.floor(word.length / 3))
    ? best.candidate
    : null;
}

/** What is wrong with an option that the tool does not have, and what the user may have meant. */
function unknownOption(rawName: string, specs: OptionSpecs): UsageError {
  const known = Object.entries(specs).flatMap(([name, spec]) => {
    if (spec.negation !== undefined) return [name, `no-${name}`];
    return [spec.flag && spec.default ? `no-${name}` : name];
  });
  const near = nearest(rawName.replace(/^-+/, ''), known);
  const hint =
    near === null
      ? `the options are ${known.map((name) => `--${name}`).join(' ')}`
      : `did you mean --${near}?`;
  return new UsageError(`unknown option ${rawName}; ${hint}`);
}

function defaultText({
  default: byDefault,
  defaultText: shown,
  flag: isFlag,
  repeatable,
}: AnySpec): string | undefined {
  if (shown !== undefined || isFlag || repeatable || byDefault === null) return shown;
  return String(byDefault);
}

/** The help of a tool. yargs is loaded here and not before: it takes 35 ms, which every run would pay. */
async function help<S extends OptionSpecs>(tool: ToolSpec<S>): Promise<string> {
  // Required, not imported: the ES module of yargs breaks lines in the middle of words.
  const yargs: typeof Yargs = require('yargs');
  let parser = yargs([])
    .locale('en')
    .version(false)
    .help('help', 'show this help')
    .alias('help', 'h')
    .wrap(100);
  for (const [name, spec] of Object.entries(tool.options)) {
    const negation = spec.negation === undefined ? '' : `; --no-${name} is ${spec.negation.value}`;
    const option: YargsOptions = {
      describe: `${spec.value === undefined ? '' : `${spec.value}: `}${spec.describe}${negation}`,
      defaultDescription: defaultText(spec),
    };
    parser = parser.option(spec.flag && spec.default ? `no-${name}` : name, option);
  }
  const [command, what] = tool.example;
  return [
    tool.summary,
    '',
    `  corebench ${tool.name} [options] ${tool.items}`,
    '',
    tool.itemsHelp,
    '',
    await parser.getHelp(),
    '',
    `Example: ${what}`,
    `  corebench ${tool.name} ${command}`,
    '',
  ].join('\n');
}

/**
 * Reads a tool's command line strictly. Null with the help text when help was asked for.
 * Throws a UsageError that names the option for anything unknown, missing, given twice or malformed.
 */
export async function parseCommandLine<S extends OptionSpecs>(
  tool: ToolSpec<S>,
  argv: readonly string[],
): Promise<ParsedCommandLine<S> | { readonly help: string }> {
  if (argv.includes('--help') || argv.includes('-h')) return { help: await help(tool) };
  const specs: OptionSpecs = tool.options;
  // Not its strict mode: that refuses values which begin with a dash (`--new-arg --no-opt`).
  const { tokens } = parseArgs({
    args: [...argv],
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: Object.fromEntries(
      Object.entries(specs).map(([name, spec]) => [
        name,
        { type: spec.flag ? 'boolean' : 'string' } as const,
      ]),
    ),
  });
  const given = new Map<string, unknown>();
  const items: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') items.push(token.value);
    if (token.kind !== 'option') continue;
    const { rawName, value } = token;
    const negated = /^--no-(.+)$/.exec(rawName)?.[1];
    const negatedSpec = negated === undefined ? undefined : specs[negated];
    const isNegation = negatedSpec !== undefined && (negatedSpec.flag || negatedSpec.negation !== undefined);
    const name = isNegation ? negated! : token.name;
    const spec = rawName.startsWith('--') && Object.hasOwn(specs, name) ? specs[name]! : undefined;
    if (spec === undefined) throw unknownOption(rawName, specs);
    if (given.has(name) && !spec.repeatable) throw new UsageError(`--${name} is given twice`);
    if (spec.flag || isNegation) {
      if (value !== undefined) throw new UsageError(`${rawName} takes no value, got "${value}"`);
      given.set(name, spec.negation === undefined ? !isNegation : spec.negation.value);
    } else {
      if (value === undefined) throw new UsageError(`--${name} needs a value: --${name} ${spec.value}`);
      const parsed = spec.parse(`--${name}`, value);
      given.set(name, spec.repeatable ? [...((given.get(name) as []) ?? []), ...parsed] : parsed);
    }
  }
  const values = Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => [name, given.has(name) ? given.get(name) : spec.default]),
  );
  return { options: values as OptionValues<S>, items, arguments: argv };
}
