import type { Benchmark, Variant } from '../model/job';
import { selectBenchmarks } from '../plan/benchmark-files';
import type { Context } from './context';
import { text, valueOption } from './options';

/** The binary of a tool that measures a single one. */
export const nodeOption = {
  node: valueOption(
    'NODE',
    'the Node.js binary to measure: a path, or a name on PATH',
    text,
    null,
    'the running one',
  ),
};

interface Given {
  readonly node: string | null;
  readonly root: string | null;
  readonly filter?: readonly string[];
  readonly exclude?: readonly string[];
}

/** Finds the binary, as the variant `node`, and the benchmarks that the items name. Throws a UsageError. */
export async function selectForNode(
  { node, root, filter = [], exclude = [] }: Given,
  items: readonly string[],
  context: Context,
): Promise<{ variant: Variant; benchmarks: readonly Benchmark[] }> {
  const binary = await context.findNodeBinary('--node', node);
  const { stripsTypes } = binary;
  const { workingDirectory } = context;
  return {
    variant: { label: 'node', binary: binary.path, nodeArguments: context.nodeArguments },
    benchmarks: selectBenchmarks({ items, root, filter, exclude, stripsTypes, workingDirectory }),
  };
}
