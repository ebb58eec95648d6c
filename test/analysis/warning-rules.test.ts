import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pairs } from '../../tools/analysis/pairs';
import { warningsByRule } from '../../tools/analysis/warning-rules';
import { bimodal, drift, type NoiseModel, spikes, white } from '../../tools/execute/noise';
import type { TestKind } from '../../tools/model/finding';
import { type Random, seededRandom } from '../../tools/stats/random';

interface Row {
  readonly runs?: number;
  readonly old?: readonly NoiseModel[];
  readonly new?: readonly NoiseModel[];
  readonly test?: TestKind;
  /** Turns a rate into the one reported. */
  readonly report?: (rate: number) => number;
}

/** The codes of the warnings about one row of simulated samples, old first in every round. */
function codes(random: Random, row: Row): string[] {
  const { runs = 30, test: kind = 'welch', report = (rate) => rate } = row;
  const rates = { old: [] as number[], new: [] as number[] };
  for (let round = 0; round < runs; round++) {
    for (const [order, side] of (['old', 'new'] as const).entries()) {
      const noise = row[side] ?? [white(0.02)];
      const position = { index: 2 * round + order, order: order + 1 };
      rates[side].push(report(noise.reduce((rate, model) => rate * model(position, random), 1e6)));
    }
  }
  const [oldRates, newRates] = [Float64Array.from(rates.old), Float64Array.from(rates.new)];
  const pairs: Pairs = { oldRates, newRates, newWasSecond: oldRates.map(() => 1), unpaired: 0 };
  return warningsByRule({ oldRates, newRates, pairs, test: kind }).map(({ code }) => code);
}

/** How many of `rows` rows have each warning, as a share. */
function shares(rows: number, row: Row, seed = 'rules'): Record<string, number> {
  const random = seededRandom(seed);
  const counts: Record<string, number> = {};
  for (let at = 0; at < rows; at++) {
    for (const code of codes(random, row)) counts[code] = (counts[code] ?? 0) + 1 / rows;
  }
  return counts;
}

for (const runs of [6, 10, 30, 100]) {
  test(`white noise, ${runs} runs: each rule speaks up for fewer than 1 % of the rows`, () => {
    for (const [code, share] of Object.entries(shares(2000, { runs }))) {
      assert.ok(share < 0.01, `${code}: ${share}`);
    }
  });
}

test('one side that spreads four times as much is found, one that spreads twice as much is not told', () => {
  assert.ok(shares(300, { new: [white(0.08)] })['unequal-spread']! > 0.9);
  assert.ok((shares(300, { old: [white(0.04)] })['unequal-spread'] ?? 0) < 0.02);
});

test('two modes ten deviations apart are found on either side; outliers and drift are no modes', () => {
  const modes = [white(0.01), bimodal(0.4, 0.1)];
  assert.ok(shares(300, { new: modes })['two-modes']! > 0.9);
  assert.ok(shares(300, { old: modes })['two-modes']! > 0.9);
  const outliers = [white(0.01), spikes(0.08, 0.2)];
  assert.ok((shares(300, { old: outliers, new: outliers })['two-modes'] ?? 0) < 0.05);
  const drifting = [white(0.005), drift(0.1, 60)];
  assert.ok((shares(300, { old: drifting, new: drifting })['two-modes'] ?? 0) < 0.05);
});

test('a drift of 10 % is found under noise of 2 %', () => {
  const drifting = [white(0.02), drift(-0.1, 60)];
  assert.ok(shares(300, { old: drifting, new: drifting })['drift']! > 0.95);
});

test('rates that come in a few steps are limited by the timer; continuous and constant ones are not', () => {
  const ticks = (rate: number) => 1e6 / Math.round((40 * 1e6) / rate);
  assert.ok(shares(100, { report: ticks })['timer-limited']! > 0.99);
  assert.equal(shares(100, { report: () => 5 })['timer-limited'], undefined);
});

test('few runs are told below the floor of each test', () => {
  const told = (runs: number, kind: TestKind) =>
    codes(seededRandom(1), { runs, test: kind }).includes('few-runs');
  assert.deepEqual([told(5, 'paired'), told(6, 'paired')], [true, false]);
  assert.deepEqual([told(4, 'welch'), told(5, 'welch')], [true, false]);
  assert.deepEqual([told(1, 'welch'), told(0, 'paired')], [false, false]);
});

test('each warning is one sentence with figures, and constant samples raise none of pattern or spread', () => {
  const rates = Float64Array.from([...Array(12).fill(100), ...Array(18).fill(110)]);
  const pairs: Pairs = { oldRates: rates, newRates: rates, newWasSecond: rates, unpaired: 0 };
  const found = warningsByRule({ oldRates: rates, newRates: rates, pairs, test: 'welch' });
  assert.deepEqual(
    found.map(({ code }) => code),
    ['two-modes', 'drift', 'timer-limited'],
  );
  assert.match(found[0]!.message, /^old has two modes 10\.0 % apart, 12 runs in the slow and 18 in the fast/);
  assert.match(found[1]!.message, /the last third of the rounds is 10\.0 % faster than the first$/);
  const constant = rates.map(() => 7);
  const same: Pairs = { ...pairs, oldRates: constant, newRates: constant };
  assert.deepEqual(
    warningsByRule({ oldRates: constant, newRates: constant, pairs: same, test: 'welch' }),
    [],
  );
});
