import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CoverageCell, simulateCoverage } from '../support/coverage';

/** One standard error of the simulated coverage is half a point. */
const ROUNDS = 2000;

function assertCoverage(cell: CoverageCell): void {
  const coverage = simulateCoverage(cell, ROUNDS);
  assert.ok(coverage >= 0.935 && coverage <= 0.965, `${Object.values(cell).join(' ')}: ${coverage}`);
}

for (const shape of ['normal', 'lognormal'] as const) {
  test(`the ratio interval covers the true ratio of ${shape} samples in 95 % of all cases`, () => {
    for (const truth of [0.2, 0.5, 1, 2, 5]) {
      for (const [n, m] of [
        [10, 10],
        [30, 100],
        [100, 30],
      ]) {
        assertCoverage({ interval: 'ratio', shape, n, m, truth });
      }
    }
  });
}

for (const shape of ['spiky', 'bimodal'] as const) {
  test(`the Hodges–Lehmann intervals cover the truth of ${shape} samples in 95 % of all cases`, () => {
    for (const [n, m] of [
      [10, 10],
      [30, 30],
    ]) {
      assertCoverage({ interval: 'paired', shape, n, m, truth: 0.9 });
      assertCoverage({ interval: 'paired', shape, n, m, truth: 1 });
      assertCoverage({ interval: 'shift', shape, n, m, truth: 0.05 });
    }
    assertCoverage({ interval: 'shift', shape, n: 10, m: 25, truth: 0 });
  });
}
