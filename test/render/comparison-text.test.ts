import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import type { Comparison } from '../../tools/model/finding';
import { renderComparison } from '../../tools/render/comparison-text';
import type { ComparisonOptions } from '../../tools/render/options';
import { comparison, finding, gateFinding } from '../support/comparisons';
import { assertGolden, readFixture } from '../support/golden';

const measured = JSON.parse(readFixture('compare-string_decoder.json')) as Comparison;
const ungated: Comparison = {
  ...measured,
  maxRegression: null,
  findings: measured.findings.map((one) => ({ ...one, gate: null })),
};
const coreLines = readFixture('../node-core/compare-string_decoder-22-26.compare-R.txt')
  .split('\n')
  .map((line) => line.trimEnd());

function render(what: Comparison, changes: Partial<ComparisonOptions> = {}): string {
  return renderComparison(what, {
    width: 80,
    ascii: false,
    color: false,
    chart: 'rate',
    undecided: 'pass',
    ...changes,
  });
}

function rowsOf(text: string): string[] {
  return text.split('\n').filter((line) => line.includes('%') && /±|NA/.test(line));
}

function figuresOf(line: string): string[] {
  return line.match(/-?\d+\.\d\d ?%/g) ?? [];
}

/** The paragraph that holds a text, as one line. */
function paragraph(text: string, containing: RegExp): string {
  const found = text.split('\n\n').find((one) => containing.test(one));
  assert.ok(found, `no paragraph with ${containing}`);
  return found.trimEnd().replace(/\n */g, ' ');
}

test('the table is that of compare.R, character by character, where it fits', () => {
  assert.deepEqual(render(ungated, { width: 140 }).split('\n').slice(0, 11), coreLines.slice(0, 11));
});

test('at 80 columns every figure and every star of compare.R is still there', () => {
  for (const what of [ungated, measured]) {
    const ours = rowsOf(render(what)).slice(0, 10);
    const theirs = coreLines.slice(1, 11);
    assert.deepEqual(ours.map(figuresOf), theirs.map(figuresOf));
    assert.deepEqual(
      ours.map((line) => /\*+/.exec(line)?.[0]),
      theirs.map((line) => /\*+/.exec(line)?.[0]),
    );
  }
});

test('no line is wider than the terminal, none ends in a space, and twice gives the same bytes', () => {
  for (const width of [76, 80, 100, 120, 200]) {
    for (const ascii of [false, true]) {
      const text = render(measured, { width, ascii });
      assert.equal(render(measured, { width, ascii }), text);
      assert.ok(text.endsWith('\n') && !text.endsWith('\n\n'));
      for (const line of text.split('\n')) {
        assert.equal(line, line.trimEnd());
        const listsFullName = measured.findings.some((one) => line.endsWith(one.configuration));
        assert.ok(
          listsFullName || stringWidth(line) <= width,
          `${stringWidth(line)} columns at ${width}: ${line}`,
        );
      }
    }
  }
});

test('the whole report', () => {
  assertGolden('golden-compare-80.txt', render(measured));
  assertGolden('golden-compare-no-gate-100-ascii.txt', render(ungated, { width: 100, ascii: true }));
  assertGolden('golden-compare-undecided-fails-160.txt', render(measured, { width: 160, undecided: 'fail' }));
});

test('rows stand in the order measured, also when two files take turns', () => {
  const text = render(
    comparison([
      finding({ filename: 'b.js', configuration: `kind='${'x'.repeat(50)}'`, improvement: 1.11 }),
      finding({ filename: 'a.js', configuration: `kind='${'y'.repeat(50)}'`, improvement: 2.22 }),
      finding({ filename: 'b.js', configuration: `kind='${'z'.repeat(50)}'`, improvement: 3.33 }),
    ]),
  );
  const table = text.split('\n\n')[0]!;
  assert.deepEqual(table.match(/\w\.js|\d\.\d\d %/g), ['b.js', '1.11 %', 'a.js', '2.22 %', 'b.js', '3.33 %']);
});

test('what has no figure is NA, what has no bound is infinite', () => {
  const none = finding({
    configuration: 'n=1',
    improvement: Number.NaN,
    p: Number.NaN,
    accuracy: [Number.NaN, Number.NaN, Number.NaN],
    interval: { low: Number.NaN, high: Number.NaN },
  });
  const unbounded = finding({
    configuration: 'n=2',
    accuracy: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    interval: { low: -50, high: Number.POSITIVE_INFINITY },
  });
  const lines = render(comparison([none, unbounded])).split('\n');
  assert.match(lines[1]!, /^url\/parse\.js n=1 +NA +NA +NA +NA +NA$/);
  assert.match(lines[2]!, /^url\/parse\.js n=2 +2\.00 % +±∞% +±∞% +±∞%$/);
  assert.match(render(comparison([unbounded]), { ascii: true }), /\+-inf%/);
});

test('stars are those of core: below .05, .01 and .001, not at them', () => {
  const ps = [0.05, 0.0499, 0.01, 0.0099, 0.001, 0.00099, 0];
  const rows = render(comparison(ps.map((p, n) => finding({ p, configuration: `n=${n}` })))).split('\n');
  assert.deepEqual(
    rows.slice(1, 8).map((line) => /\*+/.exec(line)?.[0]),
    [undefined, '*', '*', '**', '**', '***', '***'],
  );
});

test('an absurd figure does not widen the table without end', () => {
  const text = render(comparison([finding({ accuracy: [2e7, 3.21e12, 4e300] })]));
  assert.match(text, /±2\.00e\+7% ±3\.21e\+12% ±4\.00e\+300%/);
});

test('the verdict is a column only when there is a gate', () => {
  const gated = comparison([finding({ gate: gateFinding({ verdict: 'ok' }) })], { maxRegression: 5 });
  assert.match(render(gated), /\(\*\*\*\) verdict\n.*±5\.00% ok\n/);
  assert.doesNotMatch(render(comparison([finding()])), /verdict/);
});

test('several comparisons: stars by chance, stars there are, stars that survive Holm', () => {
  const star = (p: number, adjustedP: number, n: number) =>
    finding({ p, adjustedP, configuration: `n=${n}` });
  const text = render(
    comparison([
      star(0.0001, 0.0005, 1),
      star(0.03, 0.12, 2),
      star(0.002, 0.008, 3),
      star(0.2, 0.4, 4),
      star(0.0004, 0.0016, 5),
    ]),
  );
  const chance = paragraph(text, /Chance/);
  assert.match(chance, /^5 comparisons were made\. Chance alone would give about 0\.25 rows with a star/);
  assert.match(chance, /0\.05 with two or more \(1 %\) and 0\.01 with three \(0\.1 %\)\./);
  assert.match(chance, /4 rows have a star; 3 survive Holm-Bonferroni\. Not surviving: url\/parse\.js n=2$/);
});

test('a comparison that could not be tested gives no star by chance', () => {
  const untested = finding({ p: Number.NaN, adjustedP: Number.NaN, configuration: 'n=3' });
  const text = render(comparison([finding(), finding({ configuration: 'n=2' }), untested]));
  assert.match(
    paragraph(text, /Chance/),
    /^3 comparisons were made, 2 of them .* about 0\.10 rows.* No row has a star\.$/,
  );
});

test('a single comparison is not multiple', () => {
  assert.doesNotMatch(render(comparison([finding()])), /Chance/);
});

test('warnings are footnotes: the row marked, one note a code, the code in brackets', () => {
  const few = { code: 'too-few-samples', message: 'Fewer than two samples on a side.' };
  const drift = (what: string) => ({ code: 'drift', message: `${what} drifted.` });
  const text = render(
    comparison(
      [
        finding({ configuration: 'n=1', warnings: [few] }),
        finding({ configuration: 'n=2', warnings: [drift('old')] }),
        finding({ configuration: 'n=3' }),
        finding({ configuration: 'n=4', warnings: [drift('new'), few] }),
      ],
      { warnings: [{ code: 'few-runs', message: 'Nothing can pass Holm.' }] },
    ),
  );
  const marks = text
    .split('\n')
    .slice(1, 5)
    .map((line) => /%\s*([a-z,]*)$/.exec(line)![1]);
  assert.deepEqual(marks, ['a', 'b', '', 'a,b']);
  assert.equal(
    text.split('\n\n')[3],
    [
      '[few-runs] Nothing can pass Holm.',
      'a  [too-few-samples] 2 rows: Fewer than two samples on a side.',
      'b  [drift] 2 rows:',
      '   url/parse.js n=2: old drifted.',
      '   url/parse.js n=4: new drifted.\n',
    ].join('\n'),
  );
});

test('many different messages under one code are not all listed, but counted', () => {
  const rows = Array.from({ length: 9 }, (_, i) =>
    finding({ configuration: `n=${i}`, warnings: [{ code: 'drift', message: `by ${i} %` }] }),
  );
  assert.match(render(comparison(rows)), /n=4: by 4 %\n {3}and 4 more like these, in the rows marked a\n$/);
});

test('colour changes nothing but colour', () => {
  const colored = render(measured, { color: true });
  assert.notEqual(colored, render(measured));
  assert.equal(stripVTControlCharacters(colored), render(measured));
  assert.ok(colored.includes('\u001b[33mundecided\u001b[39m') && colored.includes('\u001b[1m***\u001b[22m'));
});

test('ASCII mode uses nothing else', () => {
  const what = {
    ...measured,
    findings: [...measured.findings, finding({ interval: { low: -1e9, high: 1e9 } })],
  };
  assert.match(render(what, { ascii: true, undecided: 'fail' }), /^[\n -~]*$/);
});

test('the chart can be left out', () => {
  assert.doesNotMatch(render(measured, { chart: 'none' }), /[█▓░●┼]/);
});

test('nothing compared is said, and does not pass a gate', () => {
  assert.equal(render(comparison([])), 'Nothing was compared.\n');
  assert.match(
    render(comparison([], { maxRegression: 5 })),
    /\n\ngate: failed, no configuration was compared\n$/,
  );
});

test('a name cannot break a line, turn it round or send codes to the terminal', () => {
  const text = render(comparison([finding({ filename: 'a\n\u001b[31m\u202e.js' })]));
  assert.ok(text.includes('a\\u000a\\u001b[31m\\u202e.js n=1000'));
});
