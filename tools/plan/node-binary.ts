import { execFile } from 'node:child_process';
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../model/errors';

const run = promisify(execFile);

/** A Node.js binary that has been asked for its version. */
export interface NodeBinary {
  /** Absolute path. */
  readonly path: string;
  /** `v22.12.0`. */
  readonly version: string;
  /** Whether it runs .ts files by stripping their types. */
  readonly stripsTypes: boolean;
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
export async function findNodeBinary(option: string, name: string): Promise<NodeBinary> {
  const file = findProgram(name);
  if (file === null) {
    throw new UsageError(`${option}: "${name}" is not an executable file, nor the name of a program on PATH`);
  }
  const ask = async (args: string[]): Promise<string> => {
    const { stdout } = await run(file, args, { timeout: 20_000, windowsHide: true });
    return stdout.trim();
  };
  const version = await ask(['--version']).catch(() => '');
  if (!/^v\d+\.\d+\.\d+/.test(version)) {
    const said = version === '' ? 'nothing' : `"${version.split('\n')[0]!.slice(0, 60)}"`;
    throw new UsageError(
      `${option}: "${name}" is not a Node.js binary: --version answered ${said}, expected v<number>`,
    );
  }
  const features = await ask(['-p', 'String(process.features.typescript)']).catch(() => 'undefined');
  return { path: file, version, stripsTypes: features === 'strip' || features === 'transform' };
}

/** The binary this program runs under. */
export function runningNode(): NodeBinary {
  const features = process.features as { typescript?: string | false };
  return {
    path: realpathSync(process.execPath),
    version: process.version,
    stripsTypes: Boolean(features.typescript),
  };
}
