import type { Configuration, Value } from '../model/configuration';
import type { ScatterAnalysis, ScatterStep, VarianceShare } from '../model/scatter';
import { cliffsDelta, cliffsDeltaLabel } from '../stats/cliffs-delta';
import { mean } from '../stats/describe';
import { epsilonSquared } from '../stats/epsilon-squared';
import { holm } from '../stats/holm';
import { mannWhitneyFloor, mannWhitneyTest } from '../stats/mann-whitney';
import { welchRatioInterval } from '../stats/welch-ratio-interval';
import { mixedMethods, summarizeMemory } from './group-memory';
import { concatenate, ratesOfGroup, summarizeRates } from './rates';
import type { Group } from './sample-table';

export interface ScatterOptions {
  /** The variable swept. */
  readonly x: string;
  /** The variable that splits the sweep into lines; null for a single line. */
  readonly category: string | null;
}

/** All samples at one value of x in one category, and the configurations they come from. */
interface Cell {
  readonly x: Value;
  readonly category: Value | null;
  readonly rates: Float64Array;
  readonly members: readonly { readonly parameters: Configuration; readonly rates: Float64Array }[];
  readonly groups: readonly Group[];
}

/** The variables of the groups' configurations, in declared order. */
export function variablesOf(groups: readonly Group[]): string[] {
  return [...new Set(groups.flatMap(({ parameters }) => parameters.map(([key]) => key)))];
}

function valueIn(parameters: Configuration, key: string): Value | undefined {
  return parameters.find(([name]) => name === key)?.[1];
}

/** Numbers by size, before texts by code unit: an order that does not depend on the order of measurement. */
function compareValues(a: Value | null, b: Value | null): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'number') return -1;
  if (typeof b === 'number') return 1;
  const [left, right] = [String(a), String(b)];
  return left < right ? -1 : Number(left > right);
}

function cellsOf(groups: readonly Group[], { x, category }: ScatterOptions): Cell[] {
  const cells = new Map<string, { x: Value; category: Value | null; members: Group[] }>();
  for (const group of groups) {
    const xValue = valueIn(group.parameters, x);
    // A configuration without the variable has no place on the axis.
    if (xValue === undefined) continue;
    const categoryValue = category === null ? null : (valueIn(group.parameters, category) ?? null);
    const key = JSON.stringify([xValue, categoryValue]);
    const cell = cells.get(key) ?? { x: xValue, category: categoryValue, members: [] };
    cell.members.push(group);
    cells.set(key, cell);
  }
  return [...cells.values()]
    .map(({ x: xValue, category: categoryValue, members }): Cell => {
      const parts = members.map((group) => ({ parameters: group.parameters, rates: ratesOfGroup(group) }));
      return {
        x: xValue,
        category: categoryValue,
        rates: concatenate(parts.map(({ rates }) => rates)),
        members: parts,
        groups: members,
      };
    })
    .sort((a, b) => compareValues(a.x, b.x) || compareValues(a.category, b.category));
}

/** The share of the variance within the cells that each variable explains which is neither x nor category. */
function varianceShares(
  cells: readonly Cell[],
  groups: readonly Group[],
  options: ScatterOptions,
): VarianceShare[] {
  return variablesOf(groups)
    .filter((variable) => variable !== options.x && variable !== options.category)
    .flatMap((variable): VarianceShare[] => {
      const strata = cells.map(({ members }) => {
        const byValue = new Map<string, Float64Array[]>();
        for (const { parameters, rates } of members) {
          const value = JSON.stringify(valueIn(parameters, variable) ?? null);
          byValue.set(value, [...(byValue.get(value) ?? []), rates]);
        }
        return [...byValue.values()].map(concatenate);
      });
      if (strata.every((levels) => levels.length < 2)) return [];
      const share = epsilonSquared(strata);
      return [{ variable, share: Number.isNaN(share) ? share : Math.min(1, Math.max(0, share)) }];
    });
}

function exponentOf(from: Cell, to: Cell, ratioOfX: number | null): ScatterStep['exponent'] {
  if (ratioOfX === null) return null;
  const interval = welchRatioInterval(from.rates, to.rates, 0.95);
  const scale = Math.log(ratioOfX);
  // A ratio interval that reaches down to zero leaves the exponent without a lower end.
  const exponent = (ratio: number) => (ratio <= 0 ? Number.NEGATIVE_INFINITY : Math.log(ratio) / scale);
  return {
    estimate: exponent(mean(to.rates) / mean(from.rates)),
    low: exponent(interval.low),
    high: exponent(interval.high),
  };
}

type Step = Omit<ScatterStep, 'adjustedP'>;

function stepBetween(from: Cell, to: Cell): Step {
  const numeric = typeof from.x === 'number' && typeof to.x === 'number' && from.x > 0;
  const ratioOfX = numeric ? (to.x as number) / (from.x as number) : null;
  const { p, exact } = mannWhitneyTest(from.rates, to.rates);
  const delta = cliffsDelta(from.rates, to.rates);
  return {
    category: from.category,
    fromX: from.x,
    toX: to.x,
    changePercent: (mean(to.rates) / mean(from.rates) - 1) * 100,
    ratioOfX,
    exponent: exponentOf(from, to, ratioOfX),
    p,
    exact,
    delta,
    deltaLabel: cliffsDeltaLabel(delta),
  };
}

/** Steps between neighbours on the x axis, category by category, and the smallest p their sizes allow. */
function stepsOf(cells: readonly Cell[]): { steps: ScatterStep[]; smallestP: number | null } {
  const steps: Step[] = [];
  let smallestP: number | null = null;
  const categories = [...new Set(cells.map(({ category }) => category))].sort(compareValues);
  for (const category of categories) {
    const line = cells.filter((cell) => cell.category === category);
    for (let at = 1; at < line.length; at++) {
      const [from, to] = [line[at - 1]!, line[at]!];
      steps.push(stepBetween(from, to));
      smallestP = Math.max(smallestP ?? 0, mannWhitneyFloor(from.rates.length, to.rates.length));
    }
  }
  const adjusted = holm(steps.map(({ p }) => p));
  return { steps: steps.map((step, at) => ({ ...step, adjustedP: adjusted[at]! })), smallestP };
}

/**
 * The analysis of a parameter sweep of one benchmark: rates at each value of x in each category, what the variables
 * averaged over contribute to their spread, and the changes from one x to the next.
 */
export function analyzeScatter(
  filename: string,
  groups: readonly Group[],
  options: ScatterOptions,
): ScatterAnalysis {
  const cells = cellsOf(groups, options);
  const { steps, smallestP } = stepsOf(cells);
  const mixed = mixedMethods(groups);
  return {
    filename,
    x: options.x,
    category: options.category,
    groups: cells.map(({ x, category, rates, groups: own }) => ({
      x,
      category,
      ...summarizeRates(rates),
      memory: mixed === null ? summarizeMemory(own) : null,
    })),
    averagedOver: varianceShares(cells, groups, options),
    steps,
    floor: smallestP === null ? null : { smallestP },
    warnings: mixed === null ? [] : [mixed],
  };
}
