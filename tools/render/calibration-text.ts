import type { Calibration, CalibrationFinding } from '../model/calibration';
import { calibrationTable } from './calibration-table';
import { footnotes } from './footnotes';
import { glyphsFor } from './glyphs';
import { counted, duration } from './number-format';
import type { RenderOptions } from './options';
import { fullName, namesInFull } from './row-names';
import { joinSections, wrap } from './text-layout';

/**
 * The report of a calibration as text: the table, what its columns and criteria are, the configurations without n and
 * what they fell short of, warnings as footnotes, shortened names in full, what a comparison of all of them costs. The
 * same findings and options give the same text.
 *
 * @returns lines that end with a newline, without spaces at their ends.
 */
export function renderCalibration(calibration: Calibration, options: RenderOptions): string {
  const { findings } = calibration;
  if (findings.length === 0) return joinSections([['Nothing was calibrated.']]);
  const notes = footnotes(
    findings.map((finding) => ({ name: fullName(finding), warnings: finding.warnings })),
    [],
    options.width,
  );
  const table = calibrationTable(findings, notes.marks, options);
  return joinSections([
    table.lines,
    caption(calibration, options),
    missing(findings, options.width),
    notes.lines,
    namesInFull(table.names),
    cost(findings, options.width),
  ]);
}

function sharePlain(share: number): string {
  return `${Number((share * 100).toPrecision(6))} %`;
}

/** What the columns are, and what they had to be. */
function caption({ criteria, seed }: Calibration, options: RenderOptions): string[] {
  const { minTimeMs, tolerance, cvThreshold, increase, maxIncreases } = criteria;
  const { plusMinus } = glyphsFor(options);
  const lines = [
    `time       the shortest measurement: at least ${minTimeMs} ms`,
    `cv         coefficient of variation of the rates: at most ${sharePlain(cvThreshold)}`,
    `at next n  98 % interval of the change of the rate from n to ${increase} n: within ${plusMinus}${sharePlain(tolerance)}`,
    'limit      what the next smaller n fell short of; without n, what the last one tried did. noise: it could not ' +
      'be told whether the rate changes',
    'process    from its start to its end',
    'compare    30 processes on each side',
  ];
  const reserve =
    maxIncreases === 0 ? [] : ['A fifth of the first three was kept in reserve while n was searched for.'];
  return [...lines.flatMap((line) => wrap(line, options.width, ' '.repeat(11))), ...reserve, `Seed: ${seed}`];
}

/** Why a configuration has no n: where the search ended, and what the last n tried fell short of. */
function whyMissing({ stop, attempts }: CalibrationFinding): string[] {
  const last = attempts[attempts.length - 1];
  return [stop!.message, ...(last?.shortcomings ?? []).map(({ message }) => message)];
}

const NOISE =
  "Noise that does not shrink when n grows is the machine's. What helps: less else to do for it, --cpuset, more --runs; " +
  'or a larger --cv-threshold and --tolerance, to be content with less.';

function missing(findings: readonly CalibrationFinding[], width: number): string[] {
  const without = findings.filter(({ n }) => n === null);
  if (without.length === 0) return [];
  const noisy = without.some(({ attempts }) =>
    attempts[attempts.length - 1]?.shortcomings.some(
      ({ code }) => code === 'unstable' || code === 'undecided',
    ),
  );
  return [
    `No n was found for ${counted(without.length, 'configuration')}:`,
    ...without.flatMap((finding) => [
      ...wrap(`  ${fullName(finding)}`, width, '    '),
      ...whyMissing(finding).flatMap((reason) => wrap(`    ${reason}`, width, '      ')),
    ]),
    ...(noisy ? wrap(NOISE, width) : []),
  ];
}

function cost(findings: readonly CalibrationFinding[], width: number): string[] {
  const costs = findings.flatMap(({ cost }) => (cost === null ? [] : [cost.secondsPerCompare]));
  if (costs.length === 0) return [];
  const total = costs.reduce((sum, seconds) => sum + seconds, 0);
  const what = counted(costs.length, 'configuration');
  return wrap(`A comparison of ${what} with these n, 30 runs on each side: ${duration(total)}.`, width);
}
