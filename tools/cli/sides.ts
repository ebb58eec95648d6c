import { UsageError } from '../model/errors';
import { type Benchmark, type Variant, WORKTREE } from '../model/job';
import { selectBenchmarks } from '../plan/benchmark-files';
import type { Checkouts } from '../plan/checkouts';
import type { Context } from './context';
import type { selectionOptions } from './option-groups';
import { listOption, type OptionValues, text, valueOption } from './options';

/** What is compared: two binaries, two states of a repository, or both. */
export const sideOptions = {
  old: valueOption('NODE', 'the Node.js binary before the change: a path, or a name on PATH', text, null),
  new: valueOption('NODE', 'the Node.js binary after the change', text, null),
  'old-arg': listOption('ARG', 'node argument for the old side'),
  'new-arg': listOption('ARG', 'node argument for the new side'),
  'old-ref': valueOption(
    'REF',
    'compare this commit of the current repository, under the running binary unless --old says otherwise',
    text,
    null,
  ),
  'new-ref': valueOption(
    'REF',
    `with this one; ${WORKTREE} is the files as they are now, committed or not`,
    text,
    null,
    `${WORKTREE}, with --old-ref`,
  ),
  prepare: valueOption('COMMAND', 'run in each of the two checkouts first: "npm ci"', text, null),
};

type Given = OptionValues<typeof sideOptions> & OptionValues<typeof selectionOptions>;

export interface Sides {
  readonly variants: readonly Variant[];
  readonly benchmarks: readonly Benchmark[];
  /** Deletes what was checked out. */
  remove(): Promise<void>;
}

function checkSides(given: Given): void {
  if (given['old-ref'] === null) {
    for (const option of ['new-ref', 'prepare'] as const) {
      if (given[option] !== null)
        throw new UsageError(`--${option} is for comparing commits: give --old-ref too`);
    }
    if (given.old === null || given.new === null) {
      throw new UsageError(
        `--${given.old === null ? 'old' : 'new'} is missing: give both binaries, --old NODE --new NODE, ` +
          'or a commit to compare with, --old-ref REF',
      );
    }
  }
}

/**
 * Finds the binaries, checks out the commits and selects the benchmarks (those of the new commit run on both sides).
 * Throws a UsageError; nothing is left then.
 */
export async function resolveSides(
  given: Given,
  items: readonly string[],
  context: Context,
  signal: AbortSignal,
): Promise<Sides> {
  checkSides(given);
  const [oldNode, newNode] = await Promise.all([
    context.findNodeBinary('--old', given.old),
    context.findNodeBinary('--new', given.new),
  ]);
  const oldRef = given['old-ref'];
  const checkouts =
    oldRef === null
      ? null
      : await (await import('../plan/checkouts.js')).makeCheckouts({
          oldRef,
          newRef: given['new-ref'] ?? WORKTREE,
          prepare: given.prepare,
          workingDirectory: context.workingDirectory,
          signal,
        });
  const variantOf = (label: 'old' | 'new', binary: string): Variant => ({
    label,
    binary,
    nodeArguments: [...context.nodeArguments, ...given[`${label}-arg`]],
    ...(checkouts && { checkout: checkouts[label] }),
  });
  try {
    const selected = selectBenchmarks({
      items,
      root: given.root,
      filter: given.filter,
      exclude: given.exclude,
      stripsTypes: oldNode.stripsTypes && newNode.stripsTypes,
      workingDirectory: checkouts?.new.workingDirectory ?? context.workingDirectory,
    });
    return {
      variants: [variantOf('old', oldNode.path), variantOf('new', newNode.path)],
      benchmarks: await placeBenchmarks(selected, given.root, checkouts),
      remove: async () => checkouts?.remove(),
    };
  } catch (error) {
    await checkouts?.remove();
    throw error;
  }
}

async function placeBenchmarks(
  selected: readonly Benchmark[],
  root: string | null,
  checkouts: Checkouts | null,
): Promise<readonly Benchmark[]> {
  if (checkouts === null) return selected;
  const { shareBenchmarks } = await import('../plan/checkouts.js');
  return shareBenchmarks(selected, root ?? 'benchmark', checkouts);
}
