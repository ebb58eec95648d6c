import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import type { ComparisonFinding } from '../../tools/model/finding';
import { renderComparison } from '../../tools/render/comparison-text';
import { comparison, finding } from '../support/comparisons';

/** The lines of the chart after its legend: a line a row, the axis, its labels. */
function chart(findings: readonly ComparisonFinding[], width = 80, ascii = false): string[] {
  const options = { width, ascii, color: false, chart: 'rate', undecided: 'pass' } as const;
  return renderComparison(comparison(findings), options).split('\n\n')[1]!.trimEnd().split('\n').slice(1);
}

function row(improvement: number, low: number, high: number, n = 1): ComparisonFinding {
  return finding({ configuration: `n=${n}`, improvement, interval: { low, high } });
}

test('a bar goes from zero to the mean, the interval is shaded on and beside it', () => {
  const [up, down] = chart([row(20, 10, 30, 1), row(-20, -30, -10, 2)]);
  assert.match(up!, /^url\/parse\.js n=1 +│█+▓+●░+$/);
  assert.match(down!, /^url\/parse\.js n=2 ░+●▓+█+│$/);
});

test('an interval across zero is shaded on both sides of it', () => {
  assert.match(chart([row(5, -10, 20)])[0]!, / ░+│▓+●░+$/);
});

test('ASCII bars say the same', () => {
  const [up, down] = chart([row(20, 10, 30, 1), row(-20, -30, -10, 2)], 80, true);
  assert.match(up!, /n=1 +\|#+=+o-+$/);
  assert.match(down!, /n=2 -+o=+#+\|$/);
});

test('zero stands in one column, through all rows, the axis and its label', () => {
  const lines = chart([row(20, 10, 30, 1), row(-20, -30, -10, 2), row(3, -1, 7, 3)]);
  const zero = lines[0]!.indexOf('│');
  assert.deepEqual(
    lines.map((line) => line[zero]),
    ['│', '│', '│', '┼', '0'],
  );
});

test('the ends of the axis are the furthest ends of the intervals, and it fills the width', () => {
  for (const width of [60, 80, 133]) {
    const [up, down, axis, labels] = chart([row(20, 10, 40, 1), row(-10, -20, 0, 2)], width);
    const margin = 'url/parse.js n=1 '.length;
    assert.equal(axis!.length, width);
    assert.equal(up!.length, width);
    assert.equal(down![margin], '░');
    assert.match(labels!, /^ +-20 % .*0 .* 40 %$/);
  }
});

test('an unbounded interval, or one far wider than the others, runs off the axis and leaves them their size', () => {
  const usual = [row(2, -1, 5, 1), row(-3, -6, 0, 2), row(1, -2, 4, 3), row(4, 1, 7, 4)];
  const alone = chart(usual);
  for (const interval of [
    [-500, 900],
    [-1, Number.POSITIVE_INFINITY],
    [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  ]) {
    const lines = chart([...usual, row(3, interval[0]!, interval[1]!, 5)]);
    assert.deepEqual(lines.slice(0, 4), alone.slice(0, 4));
    assert.match(lines[4]!, /[░│]▓+●░+›$/);
  }
});

test('a mean far beyond the others runs off without its mark', () => {
  const lines = chart([row(2, -1, 5, 1), row(-3, -6, 0, 2), row(1, -2, 4, 3), row(900, 800, 1000, 4)]);
  assert.match(lines[3]!, /n=4 +│█+›$/);
});

test('the arrows are explained only where there are any', () => {
  const options = { width: 80, ascii: false, color: false, chart: 'rate', undecided: 'pass' } as const;
  const wide = row(0, Number.NEGATIVE_INFINITY, 1);
  assert.match(renderComparison(comparison([row(1, 0, 2), wide]), options), /‹ › off the axis/);
  assert.doesNotMatch(renderComparison(comparison([row(1, 0, 2)]), options), /off the axis/);
});

test('without a figure the row says so', () => {
  assert.match(chart([row(5, 0, 10, 1), row(Number.NaN, Number.NaN, Number.NaN, 2)])[1]!, /n=2 +│ NA$/);
});

test('a mean without an interval is a bar alone', () => {
  assert.match(chart([row(5, Number.NaN, Number.NaN)])[0]!, / │█+●$/);
});

test('constant, equal samples still have an axis', () => {
  const lines = chart([row(0, 0, 0)]);
  assert.match(lines[0]!, / ●$/);
  assert.match(lines[1]!, /─+┼─+/);
});
