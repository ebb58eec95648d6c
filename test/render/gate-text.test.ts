import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import type { Comparison, Verdict } from '../../tools/model/finding';
import { renderGate } from '../../tools/render/gate-text';
import type { GateOptions } from '../../tools/render/options';
import { comparison, finding, gateFinding } from '../support/comparisons';

function gated(...verdicts: Verdict[]): Comparison {
  return comparison(
    verdicts.map((verdict, n) => finding({ configuration: `n=${n}`, gate: gateFinding({ verdict }) })),
    { maxRegression: 5 },
  );
}

function lines(what: Comparison, changes: Partial<GateOptions> = {}): string[] {
  return renderGate(what, { width: 120, ascii: false, color: false, undecided: 'pass', ...changes });
}

test('without a gate there is nothing to say', () => {
  assert.deepEqual(lines(comparison([finding()])), []);
});

test('all ok', () => {
  assert.deepEqual(lines(gated('ok', 'ok')), [
    'gate: passed, no regression above 5 % in 2 configurations (2 ok)',
  ]);
});

test('a gate at 0 is a gate', () => {
  assert.deepEqual(lines({ ...gated('ok'), maxRegression: 0 }), [
    'gate: passed, no regression above 0 % in 1 configuration (1 ok)',
  ]);
});

test('undecided that passes says so, and how to make it fail', () => {
  assert.equal(
    lines(gated('ok', 'undecided'), { width: 200 }).at(-1),
    'gate: passed, but a regression above 5 % is not excluded in 1 of 2 configurations (1 ok, 1 undecided; undecided passes, --undecided fail makes it exit 2)',
  );
});

test('undecided that fails is not called passed', () => {
  assert.equal(
    lines(gated('ok', 'undecided'), { undecided: 'fail', width: 200 }).at(-1),
    'gate: undecided, 1 of 2 configurations may or may not have regressed by more than 5 % (1 ok, 1 undecided; --undecided fail makes that exit 2)',
  );
});

test('undecided rows are listed with what the run excludes and what would settle them', () => {
  const row = (n: number, low: number, high: number, worstLossPercent: number, runsToSettle: number | null) =>
    finding({
      configuration: `n=${n}`,
      interval: { low, high },
      gate: gateFinding({ worstLossPercent, runsToSettle }),
    });
  const text = lines(
    comparison(
      [
        row(1, -7.126, 1.5, 7.126, 120),
        row(2, Number.NEGATIVE_INFINITY, 3, Number.POSITIVE_INFINITY, null),
        row(3, Number.NaN, Number.NaN, Number.POSITIVE_INFINITY, null),
      ],
      { maxRegression: 5 },
    ),
  );
  assert.deepEqual(
    text.filter((line) => line.startsWith('url')).map((line) => line.split(/ {2,}/)),
    [
      ['url/parse.js n=1 -7.13 to 1.50 %', '7.13 %', '120'],
      ['url/parse.js n=2', '-∞ to 3.00 %', 'none', 'NA'],
      ['url/parse.js n=3', 'NA', 'none', 'NA'],
    ],
  );
});

test('a regression names the worst row with its interval and adjusted p', () => {
  const regressed = (n: number, improvement: number, adjustedP: number) =>
    finding({
      configuration: `n=${n}`,
      improvement,
      gate: gateFinding({ verdict: 'regressed', adjustedP }),
    });
  const text = lines(
    comparison(
      [
        regressed(1, -9, 0.002),
        regressed(2, -20, 0.00001234),
        finding({ gate: gateFinding({ verdict: 'ok' }) }),
      ],
      {
        maxRegression: 5,
      },
    ),
  );
  assert.deepEqual(text.slice(-2), [
    'gate: failed, 2 of 3 configurations regressed by more than 5 % (1 ok)',
    '  worst: url/parse.js n=2: -20.00 %, 95 % interval -23.00 to -17.00 %, adjusted p 1.2e-5',
  ]);
  assert.deepEqual(
    text.filter((line) => line.startsWith('url')).map((line) => line.split(/ {2,}/)),
    [
      ['url/parse.js n=1', '-9.00 %', '-12.00 to -6.00 %', '0.0020'],
      ['url/parse.js n=2', '-20.00 % -23.00 to -17.00 %', '1.2e-5'],
    ],
  );
});

test('colour shows the decision and changes nothing else', () => {
  for (const [verdict, code] of [
    ['regressed', 31],
    ['ok', 32],
  ] as const) {
    const colored = lines(gated(verdict), { color: true });
    assert.deepEqual(colored.map(stripVTControlCharacters), lines(gated(verdict)));
    assert.ok(colored.some((line) => line.startsWith(`gate: \u001b[${code}m`)));
  }
});
