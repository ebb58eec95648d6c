import { UsageError } from '../model/errors';
import type { CsvLayout } from './csv-writer';

/** Which tool wrote a file: compare, run or scatter; Node core's and `node:bench`'s of the same names included. */
export type CsvKind = CsvLayout['kind'];

const MEMORY = ['peak_rss_kib', 'tree_rss_kib', 'peak_rss_method'] as const;
const MEASURES = ['rate', 'time', ...MEMORY, 'round', 'order'] as const;
const SWEEP_MEASURES = ['rate', 'time', ...MEMORY] as const;

/** A column that holds something measured, or the place of the measurement in its run. */
export type Measure = (typeof MEASURES)[number];

export interface Column<Name extends string = string> {
  readonly name: Name;
  readonly index: number;
}

/** What the columns of a file are. */
export interface CsvHeader {
  readonly kind: CsvKind;
  readonly names: readonly string[];
  readonly filename: number;
  /** -1 where the file has no such column. */
  readonly binary: number;
  readonly configuration: number;
  /** The columns of the variables of a sweep; empty in the other kinds. */
  readonly parameters: readonly Column[];
  /** In the order of the file. */
  readonly measures: readonly Column<Measure>[];
}

/**
 * Tells from its header which kind a file is and what its columns are, in whatever order they stand. A column that is
 * not known is a variable in a sweep and is passed over elsewhere. Throws a UsageError that begins with `where`.
 */
export function recognizeHeader(names: readonly string[], where: string): CsvHeader {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new UsageError(`${where}: the header names the column "${twice}" twice`);
  const [filename, binary, configuration] = ['filename', 'binary', 'configuration'].map((name) =>
    names.indexOf(name),
  ) as [number, number, number];
  if (filename < 0 || !names.includes('rate')) {
    throw new UsageError(
      `${where}: not a file of compare, run or scatter; their headers have at least "filename" and "rate", ` +
        `this one has ${names.map((name) => JSON.stringify(name)).join(', ')}`,
    );
  }
  const columns = names.map((name, index) => ({ name, index }));
  const measuresAmong = (known: readonly string[]) =>
    columns.filter((column): column is Column<Measure> => known.includes(column.name));
  const parameters = columns.filter(
    ({ name, index }) => index !== filename && !(SWEEP_MEASURES as readonly string[]).includes(name),
  );
  const isSweep = configuration < 0 && parameters.length > 0;
  return {
    kind: isSweep ? 'scatter' : binary < 0 ? 'run' : 'compare',
    names,
    filename,
    binary: isSweep ? -1 : binary,
    configuration,
    parameters: isSweep ? parameters : [],
    measures: measuresAmong(isSweep ? SWEEP_MEASURES : MEASURES),
  };
}
