import type { CalibrationFinding, Shortcoming } from '../model/calibration';
import type { Interval } from '../model/finding';
import { glyphsFor } from './glyphs';
import { duration, milliseconds, NOT_AVAILABLE, sharePercent } from './number-format';
import { type RenderOptions, tableRoom } from './options';
import { type RowNames, rowNames, withHeadings } from './row-names';
import { type Align, tableLines } from './table';
import { widest } from './text-layout';

const HEADER = ['n', 'time', 'cv', 'at next n', 'limit', 'process', 'compare'];

/** A label narrower than this says nothing: in a very narrow terminal the table is wider than it rather. */
const LEAST_NAME_WIDTH = 12;

/** What an n fell short of, in a word. */
const LIMITS: Record<Shortcoming['code'], string> = {
  'too-short': 'time',
  'rate-changes': 'warm-up',
  undecided: 'noise',
  unstable: 'cv',
  constant: 'constant',
};

/** `-0.8…+1.9 %`, an interval of a change. */
function changeInterval({ low, high }: Interval, ellipsis: string): string {
  const figure = (share: number) => `${share < 0 ? '' : '+'}${(share * 100).toFixed(1)}`;
  return `${figure(low)}${ellipsis}${figure(high)} %`;
}

/** What keeps n from being smaller: the first shortcoming of the n before it; or what the last n tried fell short of. */
function limitOf({ n, attempts }: CalibrationFinding): string {
  const before = attempts.filter((attempt) => attempt.n !== n && attempt.shortcomings.length > 0);
  const shortcoming = before[before.length - 1]?.shortcomings[0];
  if (shortcoming !== undefined) return LIMITS[shortcoming.code];
  return n === null ? NOT_AVAILABLE : 'start-n';
}

function figuresOf(finding: CalibrationFinding, mark: string | null, ellipsis: string): string[] {
  const last = finding.attempts[finding.attempts.length - 1];
  return [
    finding.n === null ? 'none' : String(finding.n),
    milliseconds(last?.shortestMs ?? Number.NaN),
    sharePercent(last?.cv ?? Number.NaN),
    last?.change ? changeInterval(last.change, ellipsis) : NOT_AVAILABLE,
    limitOf(finding),
    duration(finding.cost?.secondsPerProcess ?? Number.NaN),
    duration(finding.cost?.secondsPerCompare ?? Number.NaN),
    ...(mark === null ? [] : [mark]),
  ];
}

/**
 * One line a configuration: n, the shortest measurement, the coefficient of variation, the interval of the change of
 * the rate to the next n, what keeps n from being smaller, the cost of a process and of a comparison, footnote marks.
 */
export function calibrationTable(
  findings: readonly CalibrationFinding[],
  marks: readonly string[],
  options: RenderOptions,
): { readonly lines: readonly string[]; readonly names: RowNames } {
  const hasMarks = marks.some((mark) => mark !== '');
  const { ellipsis } = glyphsFor(options);
  const header = [...HEADER, ...(hasMarks ? [''] : [])];
  const figures = findings.map((finding, i) => figuresOf(finding, hasMarks ? marks[i]! : null, ellipsis));
  const widths = header.map((title, column) => widest([title, ...figures.map((row) => row[column]!)]));
  const room = tableRoom(options) - widths.reduce((sum, width) => sum + 1 + width, 0);
  const names = rowNames(findings, Math.max(LEAST_NAME_WIDTH, room), tableRoom(options), ellipsis);
  const columns = ['', ...header].map(
    (title, column): Align => (column === 0 || title === '' || title === 'limit' ? 'left' : 'right'),
  );
  const rows = figures.map((row, i) => [names.rows[i]!.label, ...row]);
  const [titles, ...lines] = tableLines([['', ...header], ...rows], {
    columns,
    minWidths: [names.width, ...widths],
  });
  return { lines: [titles!, ...withHeadings(lines, names.rows)], names };
}
