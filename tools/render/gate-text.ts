import type { Comparison, ComparisonFinding, GateFinding, Interval, Verdict } from '../model/finding';
import { paint, verdictStyle } from './color';
import { comparisonLayout } from './comparison-layout';
import { type Glyphs, glyphsFor } from './glyphs';
import { counted, fixed, NOT_AVAILABLE, percent, plainPercent, pValue } from './number-format';
import type { GateOptions } from './options';
import { fullName, withHeadings } from './row-names';
import { type Cell, tableLines } from './table';
import { wrap } from './text-layout';

type Gated = ComparisonFinding & { readonly gate: GateFinding };

/**
 * What the gate decided and why: the regressed rows with interval and p; the undecided rows with the smallest
 * regression the run excludes and the runs that would probably settle them; a closing sentence that begins with
 * `gate:`. No lines without a gate.
 */
export function renderGate(comparison: Comparison, options: GateOptions): string[] {
  const threshold = comparison.maxRegression;
  if (threshold === null) return [];
  const { names } = comparisonLayout(comparison, options);
  const glyphs = glyphsFor(options);
  const table = (
    title: string,
    verdict: Verdict,
    header: readonly Cell[][],
    cells: (finding: Gated) => string[],
  ) => {
    const indexes = comparison.findings.flatMap((finding, i) =>
      finding.gate?.verdict === verdict ? [i] : [],
    );
    if (indexes.length === 0) return [];
    const chosen = indexes.map((i) => names.rows[i]!);
    const rows = indexes.map((i) => [names.rows[i]!.label, ...cells(comparison.findings[i] as Gated)]);
    const lines = tableLines([...header, ...rows], {
      columns: ['left', ...rows[0]!.slice(1).map(() => 'right' as const)],
    });
    return [
      ...wrap(paint(title, verdictStyle(verdict), options.color), options.width),
      ...lines.slice(0, header.length),
      ...withHeadings(lines.slice(header.length), chosen),
      '',
    ];
  };
  return [
    ...table(
      `Regressed by more than ${plainPercent(threshold)}`,
      'regressed',
      [['', 'improvement', '95 % interval', 'adjusted p']],
      ({ improvement, interval, gate }) => [
        percent(improvement, glyphs),
        intervalText(interval, glyphs),
        pValue(gate.adjustedP),
      ],
    ),
    ...table(
      'Undecided: the smallest regression that this run excludes, and how many runs a side would probably settle it',
      'undecided',
      [
        ['', '', 'excludes', 'runs'],
        ['', '95 % interval', 'loss above', 'to settle'],
      ],
      ({ interval, gate }) => [
        intervalText(interval, glyphs),
        gate.worstLossPercent < 100 ? percent(gate.worstLossPercent, glyphs) : 'none',
        gate.runsToSettle === null ? NOT_AVAILABLE : String(gate.runsToSettle),
      ],
    ),
    ...closing(comparison.findings, threshold, options),
  ];
}

function closing(findings: readonly ComparisonFinding[], threshold: number, options: GateOptions): string[] {
  const gated = findings.filter((finding): finding is Gated => finding.gate !== null);
  const of = (verdict: Verdict) => gated.filter((finding) => finding.gate.verdict === verdict);
  const [regressed, undecided] = [of('regressed'), of('undecided')];
  const counts = [
    `${of('ok').length} ok`,
    ...(undecided.length > 0 ? [`${undecided.length} undecided`] : []),
  ].join(', ');
  const limit = plainPercent(threshold);
  const total = counted(gated.length, 'configuration');
  if (gated.length === 0) return conclude('failed', 'no configuration was compared', 'regressed', options);
  if (regressed.length > 0) {
    const worst = regressed.reduce((a, b) => (b.improvement < a.improvement ? b : a));
    const glyphs = glyphsFor(options);
    return [
      ...conclude(
        'failed',
        `${regressed.length} of ${total} regressed by more than ${limit} (${counts})`,
        'regressed',
        options,
      ),
      ...wrap(
        `  worst: ${fullName(worst)}: ${percent(worst.improvement, glyphs)}, 95 % interval ${intervalText(worst.interval, glyphs)}, adjusted p ${pValue(worst.gate.adjustedP)}`,
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
      options,
    );
  }
  const policy = undecided.length > 0 ? '; undecided passes, --undecided fail makes it exit 2' : '';
  return conclude('passed', `no regression above ${limit} in ${total} (${counts}${policy})`, 'ok', options);
}

function conclude(decision: string, why: string, verdict: Verdict, options: GateOptions): string[] {
  const [first, ...rest] = wrap(`gate: ${decision}, ${why}`, options.width, '  ');
  return [first!.replace(decision, paint(decision, verdictStyle(verdict), options.color)), ...rest];
}

/** `-30.12 to -13.40 %`. */
function intervalText({ low, high }: Interval, glyphs: Glyphs): string {
  return Number.isNaN(low) || Number.isNaN(high)
    ? NOT_AVAILABLE
    : `${fixed(low, 2, glyphs)} to ${fixed(high, 2, glyphs)} %`;
}
