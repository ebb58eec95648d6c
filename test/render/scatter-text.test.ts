import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import stringWidth from 'string-width';
import type { ScatterAnalysis } from '../../tools/model/scatter';
import type { ScatterOptions } from '../../tools/render/options';
import { renderScatter } from '../../tools/render/scatter-text';
import { assertGolden, readFixture } from '../support/golden';
import { analysis, group, step } from '../support/scatter-analyses';

const measured = JSON.parse(readFixture('scatter-string_decoder.json')) as ScatterAnalysis;

function render(what: ScatterAnalysis, changes: Partial<ScatterOptions> = {}): string {
  return renderScatter(what, { width: 80, ascii: false, color: false, chart: 'rate', ...changes });
}

function section(text: string, beginning: string): string[] {
  const found = text.split('\n\n').find((one) => one.startsWith(beginning));
  assert.ok(found, `no section that begins with ${beginning}`);
  return found.trimEnd().split('\n');
}

test('rates and half-widths are those of scatter.R, digit by digit', () => {
  const core = readFixture('../node-core/scatter-string_decoder.scatter-R.txt')
    .split('\n')
    .map((line) => line.trim().split(/ +/))
    .filter((cells) => cells.length === 4 && /^\d/.test(cells[0]!));
  assert.equal(core.length, 18);
  for (const width of [80, 140]) {
    const ours = render(measured, { width })
      .split('\n\n')[1]!
      .split('\n')
      .map((line) => line.trim().split(/ +/))
      .filter((cells) => /^\d/.test(cells[0]!))
      .map(([x, category, , rate, halfWidth]) => [x, category, rate, halfWidth]);
    assert.deepEqual(ours.slice(0, core.length), core);
  }
});

test('the header has the words of scatter.R, in two lines where one does not fit', () => {
  assert.match(
    render(measured, { width: 100 }),
    /chunkLen encoding +samples +rate confidence\.interval +median median\.interval \(!\)\n/,
  );
  assert.match(
    render(measured),
    / samples +confidence\. +median\.\nchunkLen encoding +rate +interval +median +interval \(!\)\n/,
  );
});

test('no line is wider than the terminal, none ends in a space, and twice gives the same bytes', () => {
  for (const width of [80, 100, 120, 200]) {
    const text = render(measured, { width });
    assert.equal(render(measured, { width }), text);
    for (const line of text.split('\n')) {
      assert.equal(line, line.trimEnd());
      assert.ok(stringWidth(line) <= width, `${stringWidth(line)} columns at ${width}: ${line}`);
    }
  }
});

test('the whole report', () => {
  assertGolden('golden-scatter-80.txt', render(measured));
  assertGolden('golden-scatter-120-ascii.txt', render(measured, { width: 120, ascii: true }));
});

test('small rates have more digits, the same number in the whole column', () => {
  const text = render(analysis({ groups: [group({ x: 1, mean: 0.02134567 }), group({ x: 2, mean: 31.5 })] }));
  assert.match(
    text,
    /\n +1 +30 +0\.02135 +0\.00213 ±10\.0% +0\.02135 +0\.01921 +0\.02348\n +2 +30 31\.50000 /,
  );
});

test('a single sample has no interval, few samples have one with its coverage', () => {
  const text = render(
    analysis({
      groups: [
        group({ x: 1, count: 1, halfWidth: Number.NaN, medianInterval: null }),
        group({ x: 2, count: 5, medianInterval: { low: 4000, high: 6000, coverage: 0.9375 } }),
      ],
    }),
  );
  assert.match(text, /median\.interval coverage\n/);
  assert.match(text, /1 +1 5000\.0 +NA +NA +5000 +NA +NA +NA\n/);
  assert.match(text, /2 +5 5000\.0 +500\.0 ±10\.0% +5000 +4000 +6000 +93\.8 %\n/);
});

test('the coverage is not shown where it is 95 %', () => {
  assert.doesNotMatch(render(analysis()), /coverage/);
});

test('(!) is marked and explained where there is one', () => {
  assert.match(
    render(analysis({ groups: [group({ flagged: true })] })),
    /5500 \(!\)\n(.*\n)*\n\(!\) the mean says little/,
  );
  assert.doesNotMatch(render(analysis()), /\(!\)/);
});

test('a variable averaged over is shown with its share, and pinned when that is above a half', () => {
  const text = render(
    analysis({
      averagedOver: [
        { variable: 'inLen', share: 0.51 },
        { variable: 'n', share: 0.5 },
        { variable: 'kind', share: Number.NaN },
      ],
    }),
  );
  assert.deepEqual(section(text, 'Averaged over').slice(1), [
    '  inLen  51.0 %: pin it (--set inLen=VALUE) to see more clearly what size does',
    '  n      50.0 %',
    '  kind       NA',
  ]);
});

test('bars start at zero, the interval shaded, the mean marked, a blank line where x changes', () => {
  const groups = [
    group({ x: 1, category: 'a', mean: 100, halfWidth: 50 }),
    group({ x: 1, category: 'b', mean: 200, halfWidth: 50 }),
    group({ x: 2, category: 'a', mean: 400, halfWidth: 50 }),
  ];
  const text = render(analysis({ category: 'kind', groups, steps: [] }));
  const chart = text.slice(text.indexOf('●')).trimEnd().split('\n');
  assert.match(chart[1]!, /^1 a │█+▓+●░+$/);
  assert.match(chart[2]!, /^ {2}b │█+▓+●░+$/);
  assert.equal(chart[3], '');
  assert.match(chart[4]!, /^2 a │█+▓+●░+$/);
  assert.match(chart[5]!, /^ {4}┼─+┴/);
  assert.match(chart[6]!, /^ {4}0 +100 +200 +300 +400$/);
});

test('rates that differ by orders of magnitude stay on the axis, an interval without bounds runs off', () => {
  const groups = [
    ...[1, 2, 3].map((x) => group({ x, mean: 10 * x })),
    group({ x: 4, mean: 1e6 }),
    group({ x: 5, mean: 5e5, halfWidth: Number.POSITIVE_INFINITY }),
  ];
  const lines = render(analysis({ groups, steps: [] })).split('\n');
  assert.match(lines.find((line) => line.startsWith('4 │'))!, /█▓+●░+$/);
  assert.match(lines.find((line) => line.startsWith('5 │'))!, /▓●░+›$/);
});

test('a change has its ratio, exponent, p and delta; a p by approximation is marked', () => {
  const steps = [
    step({ fromX: 16, toX: 24, changePercent: -12.345, ratioOfX: 1.5 }),
    step({
      fromX: 24,
      toX: 32,
      ratioOfX: 4 / 3,
      exponent: { estimate: 1.2, low: Number.NEGATIVE_INFINITY, high: 2.5 },
      p: 1.234e-8,
      exact: false,
      delta: -0.1,
      deltaLabel: 'negligible',
    }),
  ];
  const groups = [16, 24, 32].map((x) => group({ x }));
  const lines = section(render(analysis({ groups, steps })), 'Changes between');
  assert.match(lines[3]!, /^16 → 24 -12\.3[45] % +1\.5 +0\.58 0\.40 0\.80 +0\.0100 0\.0200 +0\.50 large$/);
  assert.match(lines[4]!, /^24 → 32 \+50\.00 % 1\.333 +1\.20 +-∞ 2\.50 ~1\.2e-8 0\.0200 -0\.10 negligible$/);
  assert.match(lines.join('\n'), /~ by normal approximation/);
  assert.match(lines.join(' '), /Holm-Bonferroni over 2 changes/);
});

test('where x is not numeric there is no ratio and no exponent', () => {
  const groups = [group({ x: 'ascii' }), group({ x: 'utf8' })];
  const steps = [step({ fromX: 'ascii', toX: 'utf8', ratioOfX: null, exponent: null })];
  const lines = section(render(analysis({ groups, steps })), 'Changes between');
  assert.doesNotMatch(lines.join('\n'), /ratio|exponent/);
  assert.match(lines[3]!, /^ascii → utf8 \+50\.00 % 0\.0100 0\.0200 +0\.50 large$/);
});

test('a floor of p is told when it stands in the way of a star', () => {
  const text = (smallestP: number) => render(analysis({ floor: { smallestP } }), { width: 200 });
  assert.match(text(0.1), /cannot give a p below 0\.1000: no change, however large, can reach p < \.05\./);
  assert.match(text(0.05), /no change, however large/);
  assert.match(
    text(0.0079),
    /cannot give a p below 0\.0079; after Holm-Bonferroni even a clear change may stay/,
  );
  assert.doesNotMatch(text(0.004), /cannot give a p/);
});

test('long values are abbreviated in table and chart, told apart, and listed in full', () => {
  const value = (end: string) => `/a/long/path/of/some/file/${end}.txt`;
  const what = analysis({
    category: 'theCategoryVariable',
    groups: [value('one'), value('two')].map((category) => group({ category })),
    steps: [],
  });
  const text = render(what);
  assert.equal(text.match(/\/a\/lon…ne\.txt/g)!.length, 3);
  assert.deepEqual(section(text, 'Values in full').slice(1), [
    '  theCat…riable  theCategoryVariable',
    `  /a/lon…ne.txt  ${value('one')}`,
    `  /a/lon…wo.txt  ${value('two')}`,
  ]);
});

test('a value that cannot be seen is quoted', () => {
  assert.match(
    render(analysis({ category: 'sep', groups: [group({ category: '' })], steps: [] })),
    /\n +1 '' /,
  );
});

test('warnings are printed with their code', () => {
  const warnings = [{ code: 'single-sample', message: 'size=1 has one sample.' }];
  assert.match(render(analysis({ warnings })), /\n\[single-sample\] size=1 has one sample\.\n$/);
});

test('ASCII mode uses nothing else', () => {
  assert.match(render(measured, { ascii: true }), /^[\n -~]*$/);
});

test('the chart can be left out, and nothing measured is said', () => {
  assert.doesNotMatch(render(measured, { chart: 'none' }), /[█▓░●┼]/);
  assert.equal(render(analysis({ groups: [], steps: [], floor: null })), 'Nothing was measured.\n');
});
