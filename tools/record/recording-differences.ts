import { isDeepStrictEqual } from 'node:util';
import { configurationKey, formatConfiguration } from '../model/configuration';
import type { RecordedBenchmark, RecordedPlan, RecordingHeader } from '../model/recording';

/** In what a run differs from the recording it is to go on with, each as one clause. */
export interface RecordingDifferences {
  /** The binaries are not those measured. A user may know that this does not matter. */
  readonly binaries: readonly string[];
  /** Anything else: the rest of the plan would not belong to what is there. */
  readonly plan: readonly string[];
}

function show(value: unknown): string {
  return value === undefined || value === null ? 'not given' : JSON.stringify(value);
}

function settingDifferences(recorded: RecordingHeader, current: RecordingHeader): string[] {
  const names = new Set([...Object.keys(recorded.settings), ...Object.keys(current.settings)]);
  return [...names]
    .filter((name) => !isDeepStrictEqual(recorded.settings[name], current.settings[name]))
    .map((name) => `--${name} was ${show(recorded.settings[name])} and is ${show(current.settings[name])}`);
}

function benchmarkDifferences(recorded: RecordedBenchmark, current: RecordedBenchmark): string[] {
  const { filename } = recorded;
  const differences: string[] = [];
  if (recorded.sha256 !== current.sha256) differences.push(`${filename} has been changed`);
  const byKey = (benchmark: RecordedBenchmark) =>
    new Map(benchmark.configurations.map((planned) => [configurationKey(planned.configuration), planned]));
  const [before, now] = [byKey(recorded), byKey(current)];
  for (const [key, { configuration, arms }] of before) {
    const other = now.get(key);
    const name = `${filename} ${formatConfiguration(configuration)}`.trimEnd();
    if (other === undefined) differences.push(`${name} is not selected now`);
    else if (!isDeepStrictEqual(arms, other.arms)) differences.push(`${name} would get other arguments`);
  }
  for (const [key, { configuration }] of now) {
    if (!before.has(key)) differences.push(`${filename} ${formatConfiguration(configuration)} is new`);
  }
  if (differences.length === 0 && !isDeepStrictEqual([...before.keys()], [...now.keys()])) {
    differences.push(`the configurations of ${filename} come in another order`);
  }
  return differences;
}

function planDifferences(recorded: RecordedPlan, current: RecordedPlan): string[] {
  const differences: string[] = [];
  for (const benchmark of recorded.benchmarks) {
    const other = current.benchmarks.find(({ filename }) => filename === benchmark.filename);
    if (other === undefined) differences.push(`${benchmark.filename} is not selected now`);
    else differences.push(...benchmarkDifferences(benchmark, other));
  }
  for (const { filename } of current.benchmarks) {
    if (recorded.benchmarks.every((benchmark) => benchmark.filename !== filename)) {
      differences.push(`${filename} is new`);
    }
  }
  const names = (plan: RecordedPlan) => plan.benchmarks.map(({ filename }) => filename);
  if (differences.length === 0 && !isDeepStrictEqual(names(recorded), names(current))) {
    differences.push('the benchmarks come in another order');
  }
  return differences;
}

/** What keeps a run (`current`: the header it would write) from going on with what `recorded` heads. */
export function recordingDifferences(
  recorded: RecordingHeader,
  current: RecordingHeader,
): RecordingDifferences {
  const plan: string[] = [];
  if (recorded.tool !== current.tool) plan.push(`it was measured by ${recorded.tool}`);
  if (recorded.plan === null) plan.push('it has no plan: its samples come from another file');
  else plan.push(...planDifferences(recorded.plan, current.plan!));
  plan.push(...settingDifferences(recorded, current));
  if (recorded.seed !== current.seed) plan.push(`--seed was ${recorded.seed} and is ${current.seed}`);
  if (!isDeepStrictEqual(recorded.shard, current.shard)) {
    const name = ({ shard }: RecordingHeader) =>
      shard === null ? 'not given' : `${shard.index}/${shard.count}`;
    plan.push(`--shard was ${name(recorded)} and is ${name(current)}`);
  }
  const labels = ({ variants }: RecordingHeader) => variants.map(({ label }) => label);
  if (!isDeepStrictEqual(labels(recorded), labels(current))) {
    plan.push(`it compares ${labels(recorded).join(' and ')}`);
  }
  const binaries: string[] = [];
  for (const variant of recorded.variants) {
    const other = current.variants.find(({ label }) => label === variant.label);
    if (other === undefined) continue;
    if (!isDeepStrictEqual(variant.nodeArguments, other.nodeArguments)) {
      plan.push(`the node arguments of ${variant.label} were ${show(variant.nodeArguments)}`);
    }
    if (variant.checkout?.tree !== other.checkout?.tree) {
      const ref = variant.checkout?.ref ?? 'none';
      binaries.push(`the files checked out for ${variant.label} are not those measured (${ref})`);
    }
    if (variant.sha256 !== other.sha256) {
      binaries.push(`the binary of ${variant.label} is not the one measured (${variant.binary})`);
    }
  }
  return { binaries, plan };
}
