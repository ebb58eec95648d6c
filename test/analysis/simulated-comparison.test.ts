import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gateExitCode } from '../../tools/analysis/gate';
import { constant, positionEffect, white } from '../../tools/execute/noise';
import type { Verdict } from '../../tools/model/finding';
import { type SimulatedRun, simulateComparison } from '../support/simulation';

/** The share of rows with a star over `repetitions` comparisons of ten configurations, ten runs each. */
async function starredShare(repetitions: number, options: () => SimulatedRun): Promise<number> {
  let starred = 0;
  let rows = 0;
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const { findings } = await simulateComparison({
      ...options(),
      count: 10,
      runs: 10,
      seed: `stars/${repetition}`,
    });
    rows += findings.length;
    starred += findings.filter(({ p }) => p < 0.05).length;
  }
  return starred / rows;
}

test('the same binary on both sides: between 3 % and 7 % of the rows have a star under white noise', async () => {
  const share = await starredShare(200, () => ({ noise: [white(0.02)] }));
  assert.ok(share > 0.03 && share < 0.07, String(share));
});

test('a position effect of half a standard deviation changes nothing in random order, and much in fixed order', async () => {
  const noise = () => [white(0.02), positionEffect(0.01)];
  const random = await starredShare(120, () => ({ noise: noise(), order: 'random' }));
  assert.ok(random > 0.03 && random < 0.07, String(random));
  const fixed = await starredShare(60, () => ({ noise: noise(), order: 'fixed' }));
  assert.ok(fixed > 0.1, String(fixed));
});

async function verdict(
  options: SimulatedRun,
): Promise<{ verdict: Verdict; code: number; warnings: string[] }> {
  const comparison = await simulateComparison({ maxRegression: 5, count: 1, ...options });
  const [finding] = comparison.findings;
  return {
    verdict: finding!.gate!.verdict,
    code: gateExitCode(comparison, 'pass'),
    warnings: finding!.warnings.map(({ code }) => code),
  };
}

test('constant samples: half the rate is a certain regression, equal ones are ok and said to be identical', async () => {
  assert.deepEqual(await verdict({ noise: [constant()], ratio: () => 0.5 }), {
    verdict: 'regressed',
    code: 1,
    warnings: ['constant'],
  });
  assert.deepEqual(await verdict({ noise: [constant()] }), {
    verdict: 'ok',
    code: 0,
    warnings: ['identical'],
  });
  assert.deepEqual(await verdict({ noise: [constant()], maxRegression: 0 }), {
    verdict: 'ok',
    code: 0,
    warnings: ['identical'],
  });
});

test('a single run a side decides nothing', async () => {
  assert.deepEqual(await verdict({ runs: 1, ratio: () => 0.1 }), {
    verdict: 'undecided',
    code: 0,
    warnings: ['too-few-samples'],
  });
});

test('a clear regression is found, a small one is ok, a doubtful one undecided', async () => {
  assert.equal((await verdict({ ratio: () => 0.85, runs: 30 })).verdict, 'regressed');
  assert.equal((await verdict({ ratio: () => 0.99, runs: 30 })).verdict, 'ok');
  assert.equal((await verdict({ ratio: () => 0.95, runs: 5 })).verdict, 'undecided');
});

test('an undecided row says what it excludes and how many runs would settle it; those runs do', async () => {
  const options = { noise: [white(0.05)], ratio: () => 0.97, maxRegression: 5, count: 1 };
  const few = await simulateComparison({ ...options, runs: 8 });
  const gate = few.findings[0]!.gate!;
  assert.equal(gate.verdict, 'undecided');
  assert.ok(Math.abs(gate.worstLossPercent + few.findings[0]!.interval.low) < 1e-9);
  const more = await simulateComparison({ ...options, runs: 4 * gate.runsToSettle! });
  assert.notEqual(more.findings[0]!.gate!.verdict, 'undecided');
});

test('undecided rows fail a gate only when it is asked to', async () => {
  const comparison = await simulateComparison({ maxRegression: 5, runs: 2, noise: [white(0.1)] });
  assert.equal(
    comparison.findings.every(({ gate }) => gate!.verdict === 'undecided'),
    true,
  );
  assert.deepEqual([gateExitCode(comparison, 'pass'), gateExitCode(comparison, 'fail')], [0, 2]);
});
