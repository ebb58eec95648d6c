import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import type { Comparison, MemoryFinding } from '../../tools/model/finding';
import { renderComparison } from '../../tools/render/comparison-text';
import { renderGate } from '../../tools/render/gate-text';
import type { ComparisonOptions } from '../../tools/render/options';
import { comparison, finding, gateFinding } from '../support/comparisons';

function memory(changes: Partial<MemoryFinding> = {}): MemoryFinding {
  return {
    oldCount: 30,
    newCount: 30,
    oldPeakKib: 40_960,
    newPeakKib: 51_200,
    oldTreeKib: 30_000,
    newTreeKib: 40_000,
    change: 25,
    interval: { low: 22.5, high: 27.25 },
    p: 0.0001,
    adjustedP: 0.0002,
    gate: null,
    warnings: [],
    ...changes,
  };
}

const OPTIONS: ComparisonOptions = {
  width: 80,
  ascii: false,
  color: false,
  chart: 'none',
  undecided: 'pass',
};

const two = comparison([
  finding({ memory: memory() }),
  finding({
    configuration: 'n=2000',
    memory: memory({ change: -0.5, p: 0.4, adjustedP: 0.4, interval: { low: -1, high: 0.1 } }),
  }),
]);

function render(what: Comparison, changes: Partial<ComparisonOptions> = {}): string[] {
  return renderComparison(what, { ...OPTIONS, ...changes }).split('\n');
}

test('at 80 columns memory has a table of its own, rows named as in the other', () => {
  const lines = render(two);
  const at = lines.findIndex((line) => line.includes('peak RSS'));
  assert.deepEqual(lines.slice(at, at + 4), [
    '                    old MiB new MiB     peak RSS    95 % interval',
    'url/parse.js n=1000    40.0    50.0 *** +25.00 % 22.50 to 27.25 %',
    'url/parse.js n=2000    40.0    50.0      -0.50 %  -1.00 to 0.10 %',
    'peak RSS: medians; Mann-Whitney test; 1 of 1 with a star survives',
  ]);
});

test('where it fits memory stands beside the rates', () => {
  const [header, first] = render(two, { width: 150 });
  assert.match(header!, /confidence improvement .* old MiB new MiB {5}peak RSS {4}95 % interval$/);
  assert.match(
    first!,
    /^url\/parse.js n=1000 .* 2\.00 % .* 40\.0 {4}50\.0 \*\*\* \+25\.00 % 22\.50 to 27\.25 %$/,
  );
  assert.ok(
    !render(two, { width: 150 })
      .slice(1)
      .some((line) => line.includes('old MiB')),
  );
});

test('a comparison without memory shows nothing of it', () => {
  for (const width of [80, 200]) {
    assert.doesNotMatch(render(comparison([finding()]), { width, chart: 'both' }).join('\n'), /RSS|MiB/);
  }
});

test('warnings of memory are footnotes among the others', () => {
  const warned = finding({
    warnings: [{ code: 'constant-side', message: 'the samples of old are all the same number' }],
    memory: memory({ warnings: [{ code: 'memory-missing', message: 'peak RSS was read in 3 of 30 runs' }] }),
  });
  const text = render(comparison([warned, finding({ configuration: 'n=2', memory: memory() })])).join('\n');
  assert.match(text, /^a {2}\[constant-side\]/m);
  assert.match(text, /^b {2}\[memory-missing\] 1 row: peak RSS was read in 3 of 30 runs/m);
  assert.match(text, / a,b$/m);
});

test('both gates are printed, each with its reasons, that of the rates first', () => {
  const regressed = gateFinding({ verdict: 'regressed', adjustedP: 0.001 });
  const gated = comparison(
    [
      finding({ gate: gateFinding({ verdict: 'ok' }), memory: memory({ gate: regressed }) }),
      finding({
        configuration: 'n=2000',
        gate: gateFinding({ verdict: 'ok' }),
        memory: memory({
          gate: gateFinding({ worstLossPercent: 140, runsToSettle: 12 }),
          interval: { low: 5, high: 140 },
        }),
      }),
    ],
    { maxRegression: 5, maxMemoryRegression: 10 },
  );
  assert.deepEqual(renderGate(gated, OPTIONS), [
    'gate: passed, no regression above 5 % in 2 configurations (2 ok)',
    '',
    'Regressed by more than 10 % of peak RSS',
    '                      change    95 % interval adjusted p',
    'url/parse.js n=1000 +25.00 % 22.50 to 27.25 %     0.0010',
    '',
    'Undecided: the smallest regression that this run excludes, and how many runs a',
    'side would probably settle it',
    '                                         excludes      runs',
    '                       95 % interval growth above to settle',
    'url/parse.js n=2000 5.00 to 140.00 %     140.00 %        12',
    '',
    'memory gate: failed, 1 of 2 configurations regressed by more than 10 % of peak',
    '  RSS (0 ok, 1 undecided)',
    '  worst: url/parse.js n=1000: +25.00 %, 95 % interval 22.50 to 27.25 %, adjusted',
    '  p 0.0010',
  ]);
});
