import { type ChildProcess, spawn } from 'node:child_process';
import * as path from 'node:path';
import { DIST, PROJECT } from './paths';

export interface ProgramEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningProgram {
  readonly child: ChildProcess;
  readonly ended: Promise<ProgramEnd>;
}

export interface ProgramOptions {
  readonly workingDirectory?: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** Node arguments of the program itself. */
  readonly nodeArguments?: readonly string[];
}

/** Starts `corebench <args>` as a user would. */
export function startCorebench(args: readonly string[], options: ProgramOptions = {}): RunningProgram {
  const child = spawn(
    process.execPath,
    [...(options.nodeArguments ?? []), path.join(DIST, 'benchmark', 'cli.js'), ...args],
    {
      cwd: options.workingDirectory ?? PROJECT,
      env: { ...process.env, ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const ended = new Promise<ProgramEnd>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, ended };
}

/** Runs `corebench <args>` to its end. */
export function corebench(args: readonly string[], options?: ProgramOptions): Promise<ProgramEnd> {
  return startCorebench(args, options).ended;
}
