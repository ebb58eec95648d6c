import type { Comparison, ComparisonFinding, GateFinding, Interval, Verdict } from '../model/finding';
import { paint, verdictStyle } from './color';
import { comparisonLayout } from './comparison-layout';
import { glyphsFor } from './glyphs';
import {
  counted,
  intervalText,
  NOT_AVAILABLE,
  percent,
  plainPercent,
  pValue,
  signedPercent,
} from './number-format';
import type { GateOptions } from './options';
import { fullName, type RowName, withHeadings } from './row-names';
import { type Cell, tableLines } from './table';
import { wrap } from './text-layout';

/** What a gate made of one configuration. */
interface Judged {
  readonly name: RowName;
  readonly finding: ComparisonFinding;
  /** Percent. */
  readonly estimate: number;
  readonly interval: Interval;
  readonly gate: GateFinding;
}

/** One of the gates of a run. */
interface GateView {
  readonly name: 'gate' | 'memory gate';
  /** `5 %`, and of what when it is not the rate. */
  readonly limit: string;
  readonly estimateTitle: string;
  readonly excludedTitle: string;
  /** Whether a smaller estimate is worse. */
  readonly lessIsWorse: boolean;
  readonly all: readonly Judged[];
}

/**
 * What the gates decided and why, that of the rates first: the regressed rows with interval and p; the undecided rows
 * with the smallest regression the run excludes and the runs that would probably settle them; a closing sentence that
 * begins with `gate:` or `memory gate:`. No lines without a gate.
 */
export function renderGate(comparison: Comparison, options: GateOptions): string[] {
  const sections = viewsOf(comparison, options).map((view) => [
    ...regressedTable(view, options),
    ...undecidedTable(view, options),
    ...closing(view, options),
  ]);
  return sections.flatMap((lines, i) => (i === 0 ? lines : ['', ...lines]));
}

function viewsOf(comparison: Comparison, options: GateOptions): GateView[] {
  const { findings, maxRegression, maxMemoryRegression } = comparison;
  if (maxRegression === null && maxMemoryRegression === null) return [];
  const { names } = comparisonLayout(comparison, options);
  const views: GateView[] = [];
  if (maxRegression !== null) {
    views.push({
      name: 'gate',
      limit: plainPercent(maxRegression),
      estimateTitle: 'improvement',
      excludedTitle: 'loss above',
      lessIsWorse: true,
      all: findings.flatMap((finding, i) => {
        const { gate, improvement: estimate, interval } = finding;
        return gate === null ? [] : [{ name: names.rows[i]!, finding, estimate, interval, gate }];
      }),
    });
  }
  if (maxMemoryRegression !== null) {
    views.push({
      name: 'memory gate',
      limit: `${plainPercent(maxMemoryRegression)} of peak RSS`,
      estimateTitle: 'change',
      excludedTitle: 'growth above',
      lessIsWorse: false,
      all: findings.flatMap((finding, i) => {
        const { gate = null, change: estimate = Number.NaN, interval } = finding.memory ?? {};
        return gate === null ? [] : [{ name: names.rows[i]!, finding, estimate, interval: interval!, gate }];
      }),
    });
  }
  return views;
}

function estimateText({ estimate }: Judged, { lessIsWorse }: GateView, options: GateOptions): string {
  const glyphs = glyphsFor(options);
  return lessIsWorse ? percent(estimate, glyphs) : signedPercent(estimate, glyphs);
}

function regressedTable(view: GateView, options: GateOptions): string[] {
  const glyphs = glyphsFor(options);
  return verdictTable(
    view,
    'regressed',
    `Regressed by more than ${view.limit}`,
    [['', view.estimateTitle, '95 % interval', 'adjusted p']],
    (judged) => [
      estimateText(judged, view, options),
      intervalText(judged.interval, glyphs),
      pValue(judged.gate.adjustedP),
    ],
    options,
  );
}

function undecidedTable(view: GateView, options: GateOptions): string[] {
  const glyphs = glyphsFor(options);
  // A rate cannot lose more than all of itself; memory can grow by any amount.
  const mostExcluded = view.lessIsWorse ? 100 : Number.POSITIVE_INFINITY;
  return verdictTable(
    view,
    'undecided',
    'Undecided: the smallest regression that this run excludes, and how many runs a side would probably settle it',
    [
      ['', '', 'excludes', 'runs'],
      ['', '95 % interval', view.excludedTitle, 'to settle'],
    ],
    ({ interval, gate }) => [
      intervalText(interval, glyphs),
      gate.worstLossPercent < mostExcluded ? percent(gate.worstLossPercent, glyphs) : 'none',
      gate.runsToSettle === null ? NOT_AVAILABLE : String(gate.runsToSettle),
    ],
    options,
  );
}

function verdictTable(
  view: GateView,
  verdict: Verdict,
  title: string,
  header: readonly Cell[][],
  cells: (judged: Judged) => string[],
  options: GateOptions,
): string[] {
  const chosen = view.all.filter(({ gate }) => gate.verdict === verdict);
  if (chosen.length === 0) return [];
  const rows = chosen.map((judged) => [judged.name.label, ...cells(judged)]);
  const lines = tableLines([...header, ...rows], {
    columns: ['left', ...rows[0]!.slice(1).map(() => 'right' as const)],
  });
  return [
    ...wrap(paint(title, verdictStyle(verdict), options.color), options.width),
    ...lines.slice(0, header.length),
    ...withHeadings(
      lines.slice(header.length),
      chosen.map(({ name }) => name),
    ),
    '',
  ];
}

function closing(view: GateView, options: GateOptions): string[] {
  const { all, limit } = view;
  const of = (verdict: Verdict) => all.filter(({ gate }) => gate.verdict === verdict);
  const [regressed, undecided] = [of('regressed'), of('undecided')];
  const counts = [
    `${of('ok').length} ok`,
    ...(undecided.length > 0 ? [`${undecided.length} undecided`] : []),
  ].join(', ');
  const total = counted(all.length, 'configuration');
  const conclude = (decision: string, why: string, verdict: Verdict): string[] => {
    const [first, ...rest] = wrap(`${view.name}: ${decision}, ${why}`, options.width, '  ');
    return [first!.replace(decision, paint(decision, verdictStyle(verdict), options.color)), ...rest];
  };
  if (all.length === 0) return conclude('failed', 'no configuration was compared', 'regressed');
  if (regressed.length > 0) {
    const sign = view.lessIsWorse ? 1 : -1;
    const worst = regressed.reduce((a, b) => (sign * b.estimate < sign * a.estimate ? b : a));
    const figure = estimateText(worst, view, options);
    const interval = intervalText(worst.interval, glyphsFor(options));
    return [
      ...conclude(
        'failed',
        `${regressed.length} of ${total} regressed by more than ${limit} (${counts})`,
        'regressed',
      ),
      ...wrap(
        `  worst: ${fullName(worst.finding)}: ${figure}, 95 % interval ${interval}, adjusted p ${pValue(worst.gate.adjustedP)}`,
        options.width,
        '  ',
      ),
    ];
  }
  if (undecided.length > 0 && options.undecided === 'fail') {
    return conclude(
      'undecided',
      `${undecided.length} of ${total} may or may not have regressed by more than ${limit} (${counts}; --undecided fail makes that exit 2)`,
      'undecided',
    );
  }
  if (undecided.length > 0) {
    return conclude(
      'passed',
      `but a regression above ${limit} is not excluded in ${undecided.length} of ${total} (${counts}; undecided passes, --undecided fail makes it exit 2)`,
      'undecided',
    );
  }
  return conclude('passed', `no regression above ${limit} in ${total} (${counts})`, 'ok');
}
