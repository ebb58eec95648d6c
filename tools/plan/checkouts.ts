import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryDirectory } from '../memory/temporary-directory';
import { UsageError } from '../model/errors';
import { type Benchmark, type Checkout, WORKTREE } from '../model/job';

const execute = promisify(execFile);

/** Lines of what a failed preparation wrote. */
const MOST_LINES = 20;

export interface CheckoutRequest {
  readonly oldRef: string;
  /** A ref, or WORKTREE. */
  readonly newRef: string;
  /** Shell command run in each checkout; null for none. */
  readonly prepare: string | null;
  /** A folder of the repository. */
  readonly workingDirectory: string;
  readonly signal: AbortSignal;
}

/** Two states of a repository, each in a folder of its own. */
export interface Checkouts {
  readonly old: Checkout;
  readonly new: Checkout;
  /** Deletes both; may be called again. */
  remove(): Promise<void>;
}

async function git(
  workingDirectory: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<string> {
  const options = { cwd: workingDirectory, env: { ...process.env, ...environment } };
  try {
    return (await execute('git', args, options)).stdout.trimEnd();
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new UsageError(`git ${args[0]} failed: ${(stderr?.trim() || message).split('\n').join('; ')}`);
  }
}

/** A commit of all files of the working tree but the ignored ones. Neither the tree nor its index is touched. */
async function commitOfWorktree(top: string, scratch: string): Promise<string> {
  const identity = { NAME: 'corebench', EMAIL: 'corebench@localhost' };
  const environment = {
    GIT_INDEX_FILE: path.join(scratch, 'index'),
    ...Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((who) =>
        Object.entries(identity).map(([what, value]) => [`GIT_${who}_${what}`, value]),
      ),
    ),
  };
  await git(top, ['read-tree', 'HEAD'], environment);
  await git(top, ['add', '--all'], environment);
  const tree = await git(top, ['write-tree'], environment);
  return git(top, ['commit-tree', tree, '-p', 'HEAD', '-m', 'working tree'], environment);
}

async function commitOf(option: string, ref: string, top: string, scratch: string): Promise<string> {
  if (ref === WORKTREE) return commitOfWorktree(top, scratch);
  return git(top, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]).catch(() => {
    throw new UsageError(`${option}: "${ref}" is no commit of ${top}`);
  });
}

/** Runs a shell command to its end. Throws a UsageError with the end of what it wrote when it fails. */
async function prepareCheckout(command: string, checkout: Checkout, signal: AbortSignal): Promise<void> {
  const child = spawn('/bin/sh', ['-c', command], {
    cwd: checkout.workingDirectory,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that an interruption reaches all that it starts.
    detached: true,
  });
  const stop = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  signal.addEventListener('abort', stop);
  process.once('exit', stop);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-64 * 1024);
    });
  }
  const end = await new Promise<string | null>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, by) => resolve(code === 0 ? null : by === null ? `exit code ${code}` : by));
  });
  signal.removeEventListener('abort', stop);
  process.removeListener('exit', stop);
  signal.throwIfAborted();
  if (end === null) return;
  const lines = output.trimEnd().split('\n').slice(-MOST_LINES);
  throw new UsageError(
    `--prepare failed in the checkout of ${checkout.ref} (${end}):\n${lines.map((line) => `    ${line}`).join('\n')}`,
  );
}

/**
 * Checks out two states of the repository that the working directory belongs to, as git worktrees in a temporary
 * folder, and prepares both. They are gone when `remove` was called or this process ends, unless by SIGKILL.
 * Throws a UsageError when there is no repository, a ref does not exist or a preparation fails, an AbortError when
 * interrupted; nothing is left then.
 */
export async function makeCheckouts(request: CheckoutRequest): Promise<Checkouts> {
  const { workingDirectory, prepare, signal } = request;
  const top = await git(workingDirectory, ['rev-parse', '--show-toplevel']);
  const prefix = await git(workingDirectory, ['rev-parse', '--show-prefix']);
  const directory = createTemporaryDirectory();
  const remove = async () => {
    directory.remove();
    // The repository forgets the worktrees whose folders are gone.
    await git(top, ['worktree', 'prune']).catch(() => {});
  };
  const checkOut = async (label: 'old' | 'new', ref: string): Promise<Checkout> => {
    const commit = await commitOf(`--${label}-ref`, ref, top, directory.path);
    const folder = path.join(directory.path, label);
    await git(top, ['worktree', 'add', '--detach', '--quiet', folder, commit]);
    const tree = await git(top, ['rev-parse', `${commit}^{tree}`]);
    return { ref, tree, path: folder, repository: top, workingDirectory: path.join(folder, prefix) };
  };
  try {
    const checkouts = {
      old: await checkOut('old', request.oldRef),
      new: await checkOut('new', request.newRef),
    };
    for (const checkout of [checkouts.old, checkouts.new]) {
      signal.throwIfAborted();
      // A folder that only one of them has.
      mkdirSync(checkout.workingDirectory, { recursive: true });
      if (prepare !== null) await prepareCheckout(prepare, checkout, signal);
    }
    return { ...checkouts, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Puts the benchmarks of the new checkout in the place of the old one's: the folder `root` (relative to the working
 * directory) whole, with what the benchmarks load from it; of others the file alone. Gives the benchmarks with their
 * place in both. Throws a UsageError for a benchmark outside the repository.
 */
export function shareBenchmarks(
  benchmarks: readonly Benchmark[],
  root: string,
  checkouts: Checkouts,
): Benchmark[] {
  const from = path.resolve(checkouts.new.workingDirectory, root);
  const shared = new Set<string>();
  const isIn = (folder: string, file: string) => file.startsWith(`${folder}${path.sep}`);
  for (const benchmark of benchmarks) {
    if (!isIn(checkouts.new.path, benchmark.path)) {
      throw new UsageError(
        `${benchmark.path} is not in the repository: --old-ref compares with benchmarks of the repository itself`,
      );
    }
    const isWhole = isIn(checkouts.new.path, from) && isIn(from, benchmark.path);
    shared.add(isWhole ? from : benchmark.path);
  }
  for (const source of shared) {
    const target = path.join(checkouts.old.path, path.relative(checkouts.new.path, source));
    cpSync(source, target, { recursive: true, force: true });
  }
  return benchmarks.map((benchmark) => ({
    ...benchmark,
    inCheckout: path.relative(checkouts.new.path, benchmark.path),
  }));
}
