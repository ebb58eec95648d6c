import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { createTemporaryDirectory } from './temporary-directory';

/**
 * The absolute path of GNU time, from PATH or as /usr/bin/time; null when there is none. A program counts only when its
 * `--version` says so: other programs of that name have other options. Version 1.7 does not count, since it reports four
 * times the peak; nor does any outside Linux, where the kernel's unit differs.
 */
export function findGnuTime(searchPath = process.env['PATH'] ?? ''): string | null {
  if (process.platform !== 'linux') return null;
  const programs = searchPath
    .split(delimiter)
    .filter(isAbsolute)
    .map((directory) => join(directory, 'time'));
  return [...new Set([...programs, '/usr/bin/time'])].find(isGnuTime) ?? null;
}

function isGnuTime(program: string): boolean {
  const { status, stdout, stderr } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 5000 });
  const version = `${stdout}${stderr}`;
  return status === 0 && /\bGNU time\b/i.test(version) && !/\bGNU time\)? 1\.[0-7]\b/i.test(version);
}

/** One run of a command under GNU time. */
export interface GnuTimeRun {
  /** The command line to spawn in place of the command's own. */
  readonly argv: readonly string[];
  /**
   * The peak RSS in KiB, once the command has ended: the largest of any process that was waited for. Throws an Error when
   * GNU time left none, which is so when it was killed.
   */
  readPeakKib(): number;
  /** Deletes the run's temporary file; belongs in a `finally`. */
  close(): void;
}

/**
 * Wraps a command line so that GNU time measures its peak RSS. The report goes to a temporary file and not to stderr, which
 * is the command's. GNU time exits with the command's code, or 128 + n for a command that signal n has ended.
 */
export function wrapWithGnuTime(program: string, argv: readonly string[]): GnuTimeRun {
  const directory = createTemporaryDirectory();
  const report = join(directory.path, 'peak');
  return {
    argv: [program, '-f', '%M', '-o', report, '--', ...argv],
    readPeakKib: () => parseGnuTimePeak(readFileSync(report, 'utf8')),
    close: directory.remove,
  };
}

/**
 * The peak in KiB that GNU time reports with `-f %M`: its last line, one positive integer. Lines before it say how the
 * command failed. Throws an Error that quotes the last line when it is anything else.
 */
export function parseGnuTimePeak(report: string): number {
  const lastLine = report.trimEnd().split('\n').pop()!;
  if (!/^[1-9]\d*$/.test(lastLine))
    throw new Error(`GNU time reported no peak, but ${JSON.stringify(lastLine)}`);
  return Number(lastLine);
}
