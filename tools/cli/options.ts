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
  /** Throws a UsageError for options that contradict each other; sees only those that were given. */
  readonly check?: (given: Partial<OptionValues<S>>) => void;
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

/** The words of `known` from the nearest to `word` on. */
function byDistance(word: string, known: readonly string[]): { candidate: string; distance: number }[] {
  return known
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .sort((a, b) => a.distance - b.distance);
}

/** The word of `known` nearest to `word`, when it is near enough to be a slip of the fingers. */
export function nearest(word: string, known: readonly string[]): string | null {
  const best = byDistance(word, known)[0];
  return best !== undefined && best.distance <= Math.max(1, Math.floor(word.length / 3))
    ? best.candidate
    : null;
}

/** The words by which an option can be given. */
function spellings(name: string, spec: AnySpec): string[] {
  if (spec.negation !== undefined) return [name, `no-${name}`];
  return [spec.flag && spec.default ? `no-${name}` : name];
}

/** Every option of a tool as it can be typed. */
export function optionWords({ options }: { readonly options: OptionSpecs }): string[] {
  return Object.entries(options).flatMap(([name, spec]) => spellings(name, spec).map((word) => `--${word}`));
}

const NEAREST_SHOWN = 3;

/** What is wrong with an option that the tool does not have, and what the user may have meant. */
function unknownOption(rawName: string, specs: OptionSpecs): UsageError {
  const known = Object.entries(specs).flatMap(([name, spec]) => spellings(name, spec));
  const word = rawName.replace(/^-+/, '');
  const near = nearest(word, known);
  if (near !== null) return new UsageError(`unknown option ${rawName}; did you mean --${near}?`);
  const names = byDistance(word, known)
    .slice(0, NEAREST_SHOWN)
    .map(({ candidate }) => `--${candidate}`);
  const hint = names.length === 0 ? 'this tool has none' : `the nearest are ${names.join(', ')}`;
  return new UsageError(`unknown option ${rawName}; ${hint}; --help lists all`);
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

/** The headings of the help, in their order, and the options below each; what is nowhere stands below "Options". */
const GROUPS: { readonly [heading: string]: readonly string[] } = {
  'Which benchmarks:': 'old new old-arg new-arg old-ref new-ref prepare node root filter exclude set'.split(
    ' ',
  ),
  'How to measure:':
    'runs comparisons decide max-runs duet order seed isolate-env shard costs cpuset timeout bail memory memory-interval'.split(
      ' ',
    ),
  'What to record:': 'csv record resume memory-series force'.split(' '),
  'Verdict:': 'max-regression max-memory-regression undecided test power'.split(' '),
  'Output:': 'analyze format json chart ascii width progress per-machine'.split(' '),
};

function groupOf(name: string): string {
  const found = Object.entries(GROUPS).find(([, names]) => names.includes(name));
  return found === undefined ? 'Options:' : found[0];
}

/** The exit codes, as every help ends with them. */
export const EXIT_CODE_HELP =
  'Exit codes: 0 done, 1 a gate found a regression, 2 a gate was undecided and --undecided fail was given,\n' +
  '3 trouble (usage, unreadable input, a failed benchmark), 130, 141 and 143 interrupted.';

/** A bare parser in the house's dress. */
export function plainParser(): ReturnType<typeof Yargs> {
  // Required, not imported: the ES module of yargs breaks lines in the middle of words.
  const yargs: typeof Yargs = require('yargs');
  return yargs([]).locale('en').version(false).help(false).exitProcess(false).wrap(100).parserConfiguration({
    // `--new-arg --no-opt`: what follows an option that takes a value is its value.
    'nargs-eats-options': true,
    'boolean-negation': false,
    'camel-case-expansion': false,
    'dot-notation': false,
    'parse-numbers': false,
    'parse-positional-numbers': false,
    'duplicate-arguments-array': true,
    // Node core's tools are called with one dash: `-runs 5`.
    'short-option-groups': false,
  });
}

/** The yargs parser of a tool: each option by every word that gives it. */
function parserOf<S extends OptionSpecs>(tool: ToolSpec<S>): ReturnType<typeof Yargs> {
  const parser = plainParser().strictOptions();
  for (const [name, spec] of Object.entries(tool.options)) {
    for (const spelling of spellings(name, spec)) {
      const takesValue = !spec.flag && spelling === name;
      if (!takesValue && spelling !== name && spec.negation !== undefined) {
        parser.option(spelling, { type: 'boolean', nargs: 0, hidden: true });
        continue;
      }
      const negation = spec.negation === undefined ? '' : `; --no-${name} is ${spec.negation.value}`;
      const option: YargsOptions = {
        type: takesValue ? 'string' : 'boolean',
        nargs: takesValue ? 1 : 0,
        group: groupOf(name),
        describe: `${spec.value === undefined ? '' : `${spec.value}: `}${spec.describe}${negation}`,
        defaultDescription: defaultText(spec),
      };
      if (takesValue) option.coerce = (value: string | string[]) => parseValue(name, spec, value);
      parser.option(spelling, option);
    }
  }
  return parser;
}

/** The value of an option from what was typed, once or several times. */
function parseValue(name: string, spec: AnySpec, typed: string | readonly string[]): unknown {
  const texts = typeof typed === 'string' ? [typed] : typed;
  if (spec.repeatable) return texts.flatMap((text) => spec.parse(`--${name}`, text));
  if (texts.length > 1) throw new UsageError(`--${name} is given twice`);
  return spec.parse(`--${name}`, texts[0]!);
}

async function help<S extends OptionSpecs>(tool: ToolSpec<S>): Promise<string> {
  const [command, what] = tool.example;
  return [
    tool.summary,
    '',
    `  corebench ${tool.name} [options] ${tool.items}`,
    '',
    tool.itemsHelp,
    '',
    await parserOf(tool)
      .option('help', { alias: 'h', type: 'boolean', describe: 'show this help', group: 'Options:' })
      .getHelp(),
    '',
    `Example: ${what}`,
    `  corebench ${tool.name} ${command}`,
    '',
    EXIT_CODE_HELP,
    '',
  ].join('\n');
}

/** How the option was typed: `--name`, or `-name`. */
function typedName(name: string, argv: readonly string[]): string {
  const short = argv.some((word) => word === `-${name}` || word.startsWith(`-${name}=`));
  return short ? `-${name}` : `--${name}`;
}

/** The refusal of yargs in our words. */
function refusal(message: string, specs: OptionSpecs, argv: readonly string[]): UsageError {
  const unknown = /^Unknown arguments?: ([^,]+)/.exec(message)?.[1];
  if (unknown !== undefined) return unknownOption(typedName(unknown, argv), specs);
  const missing = /^Not enough arguments following: (.+)$/.exec(message)?.[1];
  if (missing !== undefined) {
    return new UsageError(`--${missing} needs a value: --${missing} ${specs[missing]?.value}`);
  }
  const unexpected = /^Argument unexpected for: (.+)$/.exec(message)?.[1];
  if (unexpected !== undefined) {
    const typed = argv.find((word) => word.startsWith(`--${unexpected}=`)) ?? '';
    return new UsageError(`--${unexpected} takes no value, got "${typed.slice(typed.indexOf('=') + 1)}"`);
  }
  return new UsageError(message);
}

/**
 * Reads a tool's command line strictly. The help text when help was asked for, or nothing was given to a tool that
 * works on something.
 * Rejects with a UsageError that names the option for anything unknown, missing, given twice or malformed.
 */
export async function parseCommandLine<S extends OptionSpecs>(
  tool: ToolSpec<S>,
  argv: readonly string[],
): Promise<ParsedCommandLine<S> | { readonly help: string }> {
  const isBare = argv.length === 0 && tool.items !== '';
  if (isBare || argv.includes('--help') || argv.includes('-h')) return { help: await help(tool) };
  const specs: OptionSpecs = tool.options;
  const typed: { readonly [name: string]: unknown } = parserOf(tool)
    .fail((message, error) => {
      throw refusal(message ?? error.message, specs, argv);
    })
    .parseSync([...argv]);
  const given: { [name: string]: unknown } = {};
  for (const [name, spec] of Object.entries(specs)) {
    for (const spelling of spellings(name, spec)) {
      if (!Object.hasOwn(typed, spelling)) continue;
      const value = typed[spelling];
      const isNegation = spelling !== name;
      const isTwice = Object.hasOwn(given, name) || (Array.isArray(value) && !spec.repeatable);
      if (isTwice) throw new UsageError(`--${name} is given twice`);
      if (isNegation) given[name] = spec.negation === undefined ? false : spec.negation.value;
      else given[name] = value;
    }
  }
  tool.check?.(given as Partial<OptionValues<S>>);
  const values = Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => [
      name,
      Object.hasOwn(given, name) ? given[name] : spec.default,
    ]),
  );
  return {
    options: values as OptionValues<S>,
    items: (typed['_'] as readonly unknown[]).map(String),
    arguments: argv,
  };
}
