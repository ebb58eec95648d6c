import * as path from 'node:path';
import { continueOutputFile } from '../record/continued-output';
import { type Output, openOutputFile } from '../record/output';
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
