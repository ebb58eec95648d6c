import { posix } from 'node:path';
import { interpretedProgram } from './interpreters';

/** What /proc says of a process, as far as its label needs it. */
export interface ProcessIdentity {
  /** The arguments in its command line. */
  readonly argv: readonly string[];
  /** The target of /proc/<pid>/exe; null when it cannot be read. */
  readonly exe: string | null;
  /** The target of /proc/<pid>/cwd; null when it cannot be read. */
  readonly cwd: string | null;
}

/** The two questions that labelling asks of the file system. */
export interface FileLookup {
  exists(path: string): boolean;
  /** The path with all links resolved; null when there is no such file. */
  resolve(path: string): string | null;
}

const GENERIC_SCRIPT = /^(cli|index|main|bin|worker)\.[mc]?js$/;

/**
 * The name under which a process appears in tables and charts.
 * - the basename of argv[0]: `/usr/bin/gzip -9` is `gzip`
 * - for an interpreter, the basename of its script: `node --import tsx x.ts` is `x.ts`; without a script the interpreter,
 *   and for code on node's command line `node -e` or `node -p`
 * - for a script with a name that says nothing (`index.js`), the npm package it belongs to
 * - for a title written over the command line (`npm exec`), its first word; when nothing is there, the executable
 */
export function labelProcess({ argv, exe, cwd }: ProcessIdentity, files: FileLookup): string {
  const [program, ...args] = argv;
  const absolute = (path: string) => posix.resolve(cwd ?? '/', path);
  if (program === undefined || program.trim() === '') return executableName(exe);
  if (args.length === 0 && program.includes(' ') && !files.exists(absolute(program))) {
    const firstWord = program.split(' ')[0]!;
    return firstWord === '' ? executableName(exe) : posix.basename(firstWord);
  }
  const name = posix.basename(program);
  const interpreted = interpretedProgram(name, args);
  if (interpreted === null) return name;
  const { script, codeOption } = interpreted;
  if (script === null) return codeOption === undefined ? name : `${name} ${codeOption}`;
  return scriptName(absolute(script), files);
}

function executableName(exe: string | null): string {
  // The kernel marks the executable of a running process that was since replaced or removed.
  return exe === null ? 'unknown' : posix.basename(exe.replace(/ \(deleted\)$/, ''));
}

function scriptName(script: string, files: FileLookup): string {
  const name = posix.basename(script);
  if (!GENERIC_SCRIPT.test(name)) return name;
  const isShim = posix.basename(posix.dirname(script)) === '.bin';
  return packageName(isShim ? (files.resolve(script) ?? script) : script) ?? name;
}

/** The npm package a file belongs to: what follows the last `node_modules` of its path. */
function packageName(path: string): string | null {
  const parts = path.split('/');
  const at = parts.lastIndexOf('node_modules');
  if (at === -1) return null;
  const inside = parts.slice(at + 1, -1);
  if (inside.length === 0 || inside[0] === '.bin') return null;
  return inside[0]!.startsWith('@') ? inside.slice(0, 2).join('/') : inside[0]!;
}
