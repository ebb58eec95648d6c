import type { ComparisonFinding } from '../model/finding';
import { stars } from './number-format';
import { fullName } from './row-names';
import { wrap } from './text-layout';

/**
 * How many stars chance alone would give, how many there are and how many of them survive Holm-Bonferroni; the rows
 * that do, or those that do not when they are fewer, by name. Nothing for a single comparison.
 */
export function multiplicityText(findings: readonly ComparisonFinding[], width: number): string[] {
  const tested = findings.filter((finding) => !Number.isNaN(finding.p));
  if (tested.length < 2) return [];
  const [one, two, three] = [0.05, 0.01, 0.001].map((level) => (tested.length * level).toFixed(2));
  const starred = tested.filter((finding) => stars(finding.p) !== '');
  const surviving = starred.filter((finding) => finding.adjustedP < 0.05);
  const fallen = starred.filter((finding) => finding.adjustedP >= 0.05);
  const untested = tested.length < findings.length ? `, ${tested.length} of them could be tested` : '';
  const chance =
    `${findings.length} comparisons were made${untested}. Chance alone would give about ${one} rows with a star or more (5 %), ` +
    `${two} with two or more (1 %) and ${three} with three (0.1 %).`;
  if (starred.length === 0) return [...wrap(chance, width), 'No row has a star.'];
  return [
    ...wrap(chance, width),
    ...wrap(
      `${starCount(starred.length)}; ${surviving.length} survive${surviving.length === 1 ? 's' : ''} Holm-Bonferroni.`,
      width,
    ),
    ...(surviving.length > 0 && fallen.length > 0 ? smallerGroup(surviving, fallen) : []),
  ];
}

function starCount(count: number): string {
  return count === 1 ? '1 row has a star' : `${count} rows have a star`;
}

function smallerGroup(
  surviving: readonly ComparisonFinding[],
  fallen: readonly ComparisonFinding[],
): string[] {
  const [title, group] =
    surviving.length <= fallen.length ? ['Surviving:', surviving] : ['Not surviving:', fallen];
  return [title, ...group.map((finding) => `  ${fullName(finding)}`)];
}
