import { joinParameters, parametersOf, sharedParameters } from './parameters';
import { shortenAll } from './shorten';
import { padEnd, printable, textWidth, widest } from './text-layout';

/** What names a row: two columns of the CSV. */
export interface Named {
  readonly filename: string;
  readonly configuration: string;
}

export interface RowName {
  /** The line above the row, when rows are grouped under their file: the file and what its rows have in common. */
  readonly heading: string | null;
  /** What the row itself shows. */
  readonly label: string;
  readonly full: string;
}

export interface RowNames {
  readonly rows: readonly RowName[];
  /** Columns the widest label takes. */
  readonly width: number;
  /** The rows of whose name something is missing, in order. */
  readonly shortened: readonly { readonly label: string; readonly named: Named }[];
}

const INDENT = '  ';

/** The file and the configuration, as core names a row. */
export function fullName({ filename, configuration }: Named): string {
  return printable(configuration === '' ? filename : `${filename} ${configuration}`);
}

/**
 * Names for the rows of a report. When the full names fit into `room` columns, they are the labels. Otherwise rows of
 * one file that follow each other stand under a heading (the file and the parameters that are the same in all its
 * rows, at most `lineWidth` columns) and a label holds the rest of the configuration. What is still too wide is
 * shortened: first the keys, then by cutting out the middle. Two different rows of one file never have the same label,
 * two files never the same heading.
 */
export function rowNames(
  named: readonly Named[],
  room: number,
  lineWidth: number,
  ellipsis: string,
): RowNames {
  const full = named.map(fullName);
  if (widest(full) <= room) {
    const rows = full.map((name) => ({ heading: null, label: name, full: name }));
    return { rows, width: widest(full), shortened: [] };
  }
  const files = new Map(
    [...configurationsByFile(named)].map(([filename, configurations]) => [
      filename,
      fileNames(filename, configurations, room - INDENT.length, ellipsis),
    ]),
  );
  const headings = shortenAll(
    [...files.values()].map((file) => file.heading),
    lineWidth,
    ellipsis,
  );
  const shortened: { label: string; named: Named }[] = [];
  const rows = named.map((row, i): RowName => {
    const name = full[i]!;
    const inGroup = [named[i - 1], named[i + 1]].some((neighbour) => neighbour?.filename === row.filename);
    if (!inGroup && textWidth(name) <= room) return { heading: null, label: name, full: name };
    const file = files.get(row.filename)!;
    const heading = headings.get(file.heading)!;
    const { label, whole } = file.labels.get(row.configuration)!;
    if (heading !== file.heading || !whole) shortened.push({ label, named: row });
    return { heading, label: INDENT + label, full: name };
  });
  return {
    rows,
    width: widest(rows.map((row) => row.label)),
    shortened,
  };
}

/** The lines of the rows, one each, with the headings put between them. */
export function withHeadings(lines: readonly string[], rows: readonly RowName[]): string[] {
  return lines.flatMap((line, i) => {
    const { heading } = rows[i]!;
    return heading !== null && heading !== rows[i - 1]?.heading ? [heading, line] : [line];
  });
}

/** Shortened names with what they stand for, under their file; nothing when none was shortened. */
export function namesInFull({ shortened }: RowNames): string[] {
  if (shortened.length === 0) return [];
  const width = widest(shortened.map(({ label }) => label));
  const lines = shortened.flatMap(({ label, named: { filename, configuration } }, i) => [
    ...(filename === shortened[i - 1]?.named.filename ? [] : [printable(filename)]),
    `${INDENT}${padEnd(label, width)}  ${printable(configuration)}`.trimEnd(),
  ]);
  return ['Names in full', ...lines];
}

function configurationsByFile(named: readonly Named[]): Map<string, string[]> {
  const files = new Map<string, Set<string>>();
  for (const { filename, configuration } of named) {
    files.set(filename, (files.get(filename) ?? new Set()).add(configuration));
  }
  return new Map([...files].map(([filename, configurations]) => [filename, [...configurations]]));
}

/** The heading of one file, and of each of its (distinct) configurations the label and whether nothing of it is missing. */
function fileNames(filename: string, configurations: readonly string[], room: number, ellipsis: string) {
  const parameters = configurations.map((configuration) => parametersOf(printable(configuration)));
  const shared = sharedParameters(parameters);
  const rest = parameters.map((list) => list.filter((one) => !shared.includes(one)));
  // Configurations that differ in nothing but the order of their parameters have no rest.
  const telling = new Set(rest.map((list) => list.join(' '))).size === configurations.length;
  const shown = (telling ? rest : parameters).map((list) => (list.length > 0 ? list : ['(no parameters)']));
  const joined = joinParameters(shown, room, ellipsis);
  const cut = shortenAll(joined, room, ellipsis);
  return {
    heading: [printable(filename), ...(telling ? shared : [])].join(' '),
    labels: new Map(
      configurations.map((configuration, i) => {
        const label = cut.get(joined[i]!)!;
        return [configuration, { label, whole: label === shown[i]!.join(' ') }];
      }),
    ),
  };
}
