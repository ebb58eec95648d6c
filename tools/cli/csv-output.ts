import { statSync } from 'node:fs';
import * as path from 'node:path';
import { UsageError } from '../model/errors';
import { continueOutputFile } from '../record/continued-output';
import { fileIdentity, type Output, openOutputFile } from '../record/output';
import type { Context } from './context';

/**
 * Where the samples go: null, stdout for `-`, else a file. A run that is resumed writes all its samples again, and goes
 * on with the file that it began. Throws a UsageError when the file cannot be written.
 */
export function openCsv(
  target: string | null,
  options: { readonly force: boolean; readonly resume: string | null },
  context: Context,
): Output | null {
  if (target === null) return null;
  if (target === '-') return { write: (line) => context.stdout.write(line), close() {} };
  const file = path.resolve(context.workingDirectory, target);
  const continued = options.resume === null || options.force ? null : continueOutputFile('--csv', file);
  return continued ?? openOutputFile('--csv', file, options.force ? 'overwrite' : 'create');
}

/**
 * Throws a UsageError, before any benchmark is started, for an output file that exists or cannot be written, and for two
 * outputs that are one file.
 */
export function checkOutputs(
  given: {
    readonly csv?: string | null;
    readonly record?: string | null;
    readonly resume?: string | null;
    readonly 'memory-series'?: string | null;
    readonly force: boolean;
  },
  context: Context,
): void {
  const taken = new Map<string, string>();
  for (const name of ['csv', 'record', 'resume', 'memory-series'] as const) {
    const target = given[name] ?? null;
    if (target === null || target === '-') continue;
    const file = path.resolve(context.workingDirectory, target);
    const identity = fileIdentity(file);
    const other = taken.get(identity);
    if (other !== undefined) throw new UsageError(`${other} and --${name} name the same file, "${target}"`);
    const isDevice = statSync(file, { throwIfNoEntry: false })?.isFile() === false;
    if (!isDevice) taken.set(identity, `--${name}`);
    const goesOn = name === 'resume' || (name === 'csv' && (given.resume ?? null) !== null);
    if (!given.force && !goesOn) openOutputFile(`--${name}`, file, 'create').discard?.();
  }
}
