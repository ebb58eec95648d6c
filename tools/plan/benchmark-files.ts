import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import * as path from 'node:path';
import { UsageError } from '../model/errors';
import type { Benchmark } from '../model/job';

/** The compiled benchmarks that come with this package. */
export const BUNDLED_ROOT = path.resolve(__dirname, '../../benchmark');

const PACKAGE_ROOT = path.resolve(__dirname, '../../..');

export interface Selection {
  /** Category names, paths of files, or `all`. */
  readonly items: readonly string[];
  /** The folder that holds the categories; null for the default. */
  readonly root: string | null;
  /** Kept when the file's name contains one of these; all are kept when there is none. */
  readonly filter: readonly string[];
  /** Dropped when the file's name contains one of these; applied after `filter`. */
  readonly exclude: readonly string[];
  /** Whether every measured binary runs .ts files. */
  readonly stripsTypes: boolean;
  readonly workingDirectory: string;
}

function isBenchmarkFile(name: string, stripsTypes: boolean): boolean {
  if (name.startsWith('_') || name.startsWith('.') || name.endsWith('.d.ts')) return false;
  const extension = path.extname(name);
  if (extension === '.ts' || extension === '.mts' || extension === '.cts') return stripsTypes;
  return extension === '.js' || extension === '.cjs' || extension === '.mjs';
}

/** Whether a folder of this name may hold benchmarks. */
function isBenchmarkFolder(name: string): boolean {
  return !/^$|^[._]/.test(name) && name !== 'fixtures' && name !== 'node_modules';
}

/** The benchmark files of a folder and of those below it, by their paths from there, sorted; none where it cannot be read. */
function filesOf(folder: string, stripsTypes: boolean): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries
    .flatMap((entry) => {
      if (!entry.isDirectory()) return isBenchmarkFile(entry.name, stripsTypes) ? [entry.name] : [];
      if (!isBenchmarkFolder(entry.name)) return [];
      return filesOf(path.join(folder, entry.name), stripsTypes).map((file) => `${entry.name}/${file}`);
    })
    .sort();
}

/** Whether a folder of this name in the root is a category: one that holds benchmark files. */
function isCategory(root: string, name: string, stripsTypes: boolean): boolean {
  if (/[\\/]/.test(name) || !isBenchmarkFolder(name)) return false;
  const folder = path.join(root, name);
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder && filesOf(folder, stripsTypes).length > 0;
}

/** The category, or folder of one, that an item names by itself or by its path (`deep/`, `benchmark/deep`); null for none. */
function findCategory(
  item: string,
  { workingDirectory, stripsTypes }: Selection,
  root: string,
): string | null {
  for (const base of [root, workingDirectory]) {
    const parts = path.relative(root, path.resolve(base, item)).split(path.sep);
    const folder = path.join(root, ...parts);
    const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
    if (parts.every(isBenchmarkFolder) && isFolder && filesOf(folder, stripsTypes).length > 0) {
      return parts.join('/');
    }
  }
  return null;
}

/** The categories of a root, sorted. */
export function categoriesOf(root: string, stripsTypes: boolean): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((name) => isCategory(root, name, stripsTypes))
    .sort();
}

/**
 * The folder categories are looked up in: the one asked for; else `benchmark` of the working directory when it has
 * categories; else the bundled one. In this package's own checkout `benchmark` holds the sources of the bundled ones,
 * and the compiled ones are meant.
 */
function benchmarkRoot(selection: Selection): string {
  if (selection.root !== null) {
    const root = path.resolve(selection.workingDirectory, selection.root);
    if (!existsSync(root) || !statSync(root).isDirectory()) {
      throw new UsageError(`--root: "${selection.root}" is not a folder`);
    }
    return root;
  }
  const local = path.resolve(selection.workingDirectory, 'benchmark');
  const ownSources = local === path.join(PACKAGE_ROOT, 'benchmark');
  return !ownSources && categoriesOf(local, selection.stripsTypes).length > 0 ? local : BUNDLED_ROOT;
}

/** The file an item names, from the working directory or from the root; null when there is none. */
function findFile(item: string, workingDirectory: string, root: string): string | null {
  if (!/\.[cm]?[jt]s$/.test(item)) return null;
  return (
    [path.resolve(workingDirectory, item), path.resolve(root, item)].find((file) => existsSync(file)) ?? null
  );
}

function oneFile(item: string, file: string, { stripsTypes }: Selection, root: string): Benchmark {
  if (!isBenchmarkFile(path.basename(file), stripsTypes)) {
    throw new UsageError(
      `"${item}" is not a benchmark file: expected .js, .cjs or .mjs${
        stripsTypes ? ', or .ts' : ' (.ts where every measured binary strips types)'
      }, its name not starting with _ or .`,
    );
  }
  // Named as its root pass would: inside the root from there, elsewhere by its folder and file.
  const inRoot = path.relative(root, file);
  const outside = inRoot.startsWith('..') || path.isAbsolute(inRoot);
  const name = outside ? path.join(path.basename(path.dirname(file)), path.basename(file)) : inRoot;
  return { filename: name.split(path.sep).join('/'), path: file };
}

/**
 * The benchmark files that the items, the filters and the root select: in the order of the items, the files of a
 * category sorted by name, each once.
 * Throws a UsageError for no item, an unknown category (listing the known ones), a file that cannot be a benchmark,
 * and a selection that leaves no file.
 */
export function selectBenchmarks(selection: Selection): Benchmark[] {
  const root = benchmarkRoot(selection);
  // Only where they are needed: every run would wait for all folders to be read.
  const categories = () => categoriesOf(root, selection.stripsTypes);
  const known = () => `the categories of ${root} are ${categories().join(', ') || '(none)'}`;
  if (selection.items.length === 0) {
    throw new UsageError(`no benchmark was named: give categories, files or "all"; ${known()}`);
  }
  const selected = new Map<string, Benchmark>();
  const addCategory = (category: string) => {
    for (const name of filesOf(path.join(root, category), selection.stripsTypes)) {
      const file = path.join(root, category, name);
      selected.set(file, { filename: `${category}/${name}`, path: file });
    }
  };
  for (const item of selection.items) {
    if (item === 'all') categories().forEach(addCategory);
    else {
      const category = findCategory(item, selection, root);
      if (category !== null) {
        addCategory(category);
        continue;
      }
      const file = findFile(item, selection.workingDirectory, root);
      if (file === null)
        throw new UsageError(`"${item}" is neither a category nor a benchmark file; ${known()}`);
      selected.set(file, oneFile(item, file, selection, root));
    }
  }
  const contains = (parts: readonly string[], benchmark: Benchmark) =>
    parts.some((part) => path.posix.basename(benchmark.filename).includes(part));
  const kept = [...selected.values()]
    .filter((benchmark) => selection.filter.length === 0 || contains(selection.filter, benchmark))
    .filter((benchmark) => !contains(selection.exclude, benchmark));
  if (kept.length === 0) {
    const names = [...selected.values()].map((benchmark) => benchmark.filename).join(', ');
    throw new UsageError(`--filter and --exclude leave no benchmark of ${names}`);
  }
  return kept;
}
