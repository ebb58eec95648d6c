import type { GateTest } from '../analysis/feasibility';
import type { Group } from '../analysis/sample-table';
import type { SequentialDesign } from '../analysis/sequential-design';
import { UsageError } from '../model/errors';
import type { TestKind } from '../model/finding';
import { type Context, printResult } from './context';
import { type printOptions, renderStyle, type styleOptions } from './option-groups';
import { flag, numberFrom, type OptionValues, oneOf, type Parse, valueOption } from './options';

// The analysis and what prints it are loaded where they are used, which is when a run is over: a run that waited for them
// would start some 40 ms later.

/** A loss of rate in percent: nothing can lose 100 % and still be measured, so such a gate could not fail. */
const lossPercent: Parse<number> = (option, value) => {
  const percent = numberFrom(0)(option, value);
  if (percent >= 100) {
    throw new UsageError(
      `${option} expects a percentage below 100, got "${value}": no rate can fall by more`,
    );
  }
  return percent;
};

/** How a comparison is judged, in every tool that compares. */
export const comparisonOptions = {
  test: valueOption(
    'KIND',
    'welch (means, the test of Node core) or paired (what ran side by side; best for gates)',
    oneOf<TestKind>('welch', 'paired'),
    'welch' as TestKind,
  ),
  'max-regression': valueOption(
    'PERCENT',
    'gate: exit 1 when a configuration is slower than this, 0 included',
    lossPercent,
    null,
    'no gate',
  ),
  'max-memory-regression': valueOption(
    'PERCENT',
    'gate: exit 1 when the peak RSS of a configuration is larger by more than this',
    numberFrom(0),
    null,
    'no gate',
  ),
  undecided: valueOption(
    'WHAT',
    'what a gate does that cannot tell: pass, or fail with exit code 2',
    oneOf('pass', 'fail'),
    'pass' as const,
  ),
  power: flag('say which change these runs, twice and four times as many would probably find'),
};

const ALPHA = 0.05;

type Given = OptionValues<typeof comparisonOptions>;

/** Throws a UsageError for a gate's option without a gate: it would promise a failure that cannot come. */
export function checkGate(given: Partial<Given>): void {
  if (given.undecided !== 'fail') return;
  if ((given['max-regression'] ?? given['max-memory-regression'] ?? null) !== null) return;
  throw new UsageError(
    '--undecided fail needs a gate: give --max-regression PERCENT or --max-memory-regression PERCENT',
  );
}

/** Whether the run is to be judged, and so analysed. */
export function hasGate(given: Given): boolean {
  return given['max-regression'] !== null || given['max-memory-regression'] !== null;
}

/** Says on stderr when the gate asked for cannot find anything with so few runs a side. */
export async function warnOfIdleGate(
  given: Given,
  runs: number,
  configurations: number,
  context: Context,
): Promise<void> {
  const tests: GateTest[] = [
    ...(given['max-regression'] === null ? [] : [given.test]),
    ...(given['max-memory-regression'] === null ? [] : ['memory' as const]),
  ];
  if (tests.length === 0) return;
  const { feasibilityWarning } = await import('../analysis/feasibility.js');
  for (const test of tests) {
    const warning = feasibilityWarning(test, runs, configurations);
    if (warning !== null) await context.stderr.write(`warning: ${warning.message} [${warning.code}]\n`);
  }
}

/**
 * Compares `old` with `new`, prints what comes of it, and gives the exit code that the gate asks for. `design`: the looks
 * of a run that could stop early. `machines`: what the machines are, to print the figures of each; null not to.
 */
export async function reportComparison(
  groups: readonly Group[],
  given: Given & OptionValues<typeof printOptions>,
  context: Context,
  design: SequentialDesign | null = null,
  machines: readonly string[] | null = null,
): Promise<number> {
  const { analyzeComparison } = await import('../analysis/comparison.js');
  const { gateExitCode } = await import('../analysis/gate.js');
  const { renderComparison } = await import('../render/comparison-text.js');
  const comparison = analyzeComparison(groups, {
    test: given.test,
    maxRegression: given['max-regression'],
    maxMemoryRegression: given['max-memory-regression'],
    design,
  });
  await printResult(
    context,
    renderComparison(comparison, {
      ...renderStyle(given, context),
      chart: given.chart,
      undecided: given.undecided,
    }),
  );
  if (machines !== null) {
    const { renderMachines } = await import('../render/machines-text.js');
    const text = renderMachines(comparison, machines, renderStyle(given, context));
    if (text !== '') await printResult(context, `\n${text}`);
  }
  if (given.power) {
    const runs = Math.max(
      ...comparison.findings.map((finding) => Math.min(finding.oldCount, finding.newCount)),
    );
    await printResult(context, `\n${await forecastText(groups, runs, given, context)}`);
  }
  return gateExitCode(comparison, given.undecided);
}

/**
 * What these groups' noise says of the changes that `runs` runs a side find: by the chosen test, two-sided at 5 %; with a
 * gate one-sided at the level that Holm–Bonferroni asks of the first of as many configurations.
 */
export async function forecastText(
  groups: readonly Group[],
  runs: number,
  given: Given & OptionValues<typeof styleOptions>,
  context: Context,
): Promise<string> {
  const gated = given['max-regression'] !== null;
  const power = gated ? { sides: 1 as const, alpha: ALPHA / groups.length } : {};
  const { forecastPower } = await import('../analysis/forecast.js');
  const { renderForecast } = await import('../render/forecast-text.js');
  const forecasts = forecastPower(groups, { test: given.test, runs, power });
  return renderForecast(forecasts, given.test, renderStyle(given, context));
}
