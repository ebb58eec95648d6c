import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import * as path from 'node:path';
import { MeasuredProcess } from '../execute/measured-process';
import { UsageError } from '../model/errors';

const VERSION_TIMEOUT_MS = 10_000;

/** A Node.js binary that has been asked for its version. */
export interface NodeBinary {
  /** Absolute path. */
  readonly path: string;
  /** `v22.12.0`. */
  readonly version: string;
  /** Whether it runs .ts files by stripping their types. */
  readonly stripsTypes: boolean;
}

/** The path with its links resolved; as it is where that cannot be told: without /proc a program does not know its own. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function findProgram(name: string): string | null {
  if (name.includes('/') || name.includes(path.sep)) {
    const file = path.resolve(name);
    return isExecutable(file) ? file : null;
  }
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const file = path.join(folder || '.', name);
    if (isExecutable(file)) return path.resolve(file);
  }
  // A file of the current directory, where PATH has no program of this name.
  const file = path.resolve(name);
  return isExecutable(file) ? file : null;
}

/**
 * Finds a Node.js binary by path or by its name on PATH and asks it for its version.
 * Throws a UsageError that names `option` when there is no such program or it is not Node.js.
 */
export async function findNodeBinary(
  option: string,
  name: string,
  timeoutMs = VERSION_TIMEOUT_MS,
): Promise<NodeBinary> {
  const file = findProgram(name);
  if (file === null) {
    throw new UsageError(`${option}: "${name}" is not an executable file, nor the name of a program on PATH`);
  }
  // The binary that runs this need not be started to be asked.
  if (realPath(file) === realPath(process.execPath)) return { ...runningNode(), path: file };
  // Bounded as a measured process is, with all that it starts: a program may ignore SIGTERM.
  const asked = new MeasuredProcess({
    binary: file,
    arguments: ['--version'],
    environment: process.env,
    cpuset: null,
    timeoutMs,
    graceMs: 1000,
    output: 'keep',
  });
  const version = (await asked.ended).stdout.trim();
  if (!/^v\d+\.\d+\.\d+/.test(version)) {
    const said = version === '' ? 'nothing' : `"${version.split('\n')[0]!.slice(0, 60)}"`;
    throw new UsageError(
      `${option}: "${name}" is not a Node.js binary: --version answered ${said}, expected v<number>`,
    );
  }
  return { path: file, version, stripsTypes: stripsTypes(version) };
}

/**
 * Whether this version strips types unless told otherwise: from 22.18 and 23.6 on, as the changelog of Node.js says.
 * Asking the binary itself would cost another start of it.
 */
function stripsTypes(version: string): boolean {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}

/** The binary this program runs under. */
export function runningNode(): NodeBinary {
  return {
    path: realPath(process.execPath),
    version: process.version,
    stripsTypes: stripsTypes(process.version),
  };
}
