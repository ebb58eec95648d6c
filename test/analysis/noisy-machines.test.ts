import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countContradictions } from '../support/contradictions';
import {
  gateOfFifty,
  MACHINES,
  passedInSpiteOfLoss,
  powerOnNoisyMachine,
  starredShare,
} from '../support/experiments';

// What scripts/simulate-comparison.ts measures at length, at a size for every day: the bands are five standard errors wide.

for (const machine of Object.keys(MACHINES)) {
  test(`paired, random order: 5 % of equal rows have a star on a machine with ${machine}`, async () => {
    const share = await starredShare(150, machine, 'paired', 'random');
    assert.ok(share <= 0.13, String(share));
  });
}

test('a wandering machine with outliers: the paired test finds a loss of 2 %, Welch’s does not', async () => {
  const [paired, welch] = [await powerOnNoisyMachine(60, 'paired'), await powerOnNoisyMachine(60, 'welch')];
  assert.ok(paired > 0.7 && welch < 0.4, `paired ${paired}, welch ${welch}`);
});

test('a gate over fifty configurations does not fail without a loss, and finds one of 8 %', async () => {
  const { failed } = await gateOfFifty(6, 'paired', 0);
  const { found } = await gateOfFifty(6, 'paired', 0.08);
  assert.ok(failed <= 1 / 6 && found >= 4 / 6, `${failed} ${found}`);
});

test('with --undecided fail a loss of the limit does not pass', async () => {
  for (const cv of [0.02, 0.1]) {
    const passed = await passedInSpiteOfLoss(60, 'paired', cv);
    assert.ok(passed <= 0.12, `${cv}: ${passed}`);
  }
});

test('verdict, interval and p never contradict each other', () => {
  assert.equal(countContradictions(1500, 'contradictions'), 0);
});
