import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forecastPower } from '../../tools/analysis/forecast';
import { analyzeNoiseFloor } from '../../tools/analysis/noise-floor';
import { addToArm, type Group, SampleTable } from '../../tools/analysis/sample-table';
import { ar1, type NoiseModel, positionEffect, spikes, white } from '../../tools/execute/noise';
import type { TestKind } from '../../tools/model/finding';
import { renderForecast } from '../../tools/render/forecast-text';
import { renderNoiseReport } from '../../tools/render/noise-floor-text';
import { seededRandom } from '../../tools/stats/random';
import { configurations } from '../support/simulation';

const STYLE = { width: 80, ascii: false, color: false };

/** Samples of `count` configurations under two equal sides, `rounds` each, in random order. */
function samples(count: number, rounds: number, noise: readonly NoiseModel[], ratio = 1): readonly Group[] {
  const random = seededRandom('aa');
  const table = new SampleTable();
  let index = 0;
  for (const configuration of configurations(count)) {
    for (let round = 1; round <= rounds; round++) {
      const group = table.group('strings/join.js', configuration);
      random.shuffle(['old', 'new']).forEach((label, at) => {
        const position = { index: index++, order: at + 1 };
        const rate = noise.reduce((value, model) => value * model(position, random), 1e6);
        addToArm(group, label, rate * (label === 'new' ? ratio : 1), round, at + 1);
      });
    }
  }
  return table.all;
}

test('white noise: about 5 % false stars, no autocorrelation, no position effect, intervals as wide as theory says', () => {
  const {
    overall,
    configurations: rows,
    expectedShare,
  } = analyzeNoiseFloor(samples(4, 500, [white(0.02)]), 10);
  assert.equal(overall.comparisons, 200);
  for (const share of Object.values(overall.starredShare)) {
    assert.ok(share >= expectedShare.low && share <= expectedShare.high, String(share));
  }
  assert.ok(Math.abs(overall.autocorrelation) < 0.05);
  assert.ok(Math.abs(overall.positionEffect!.percent) < 0.2);
  // t(.975, 18) · 2 % · √(2/10)
  assert.ok(Math.abs(overall.halfWidth.welch / 1.88 - 1) < 0.1, String(overall.halfWidth.welch));
  assert.deepEqual(
    rows.map(({ comparisons }) => comparisons),
    [50, 50, 50, 50],
  );
});

test('the expected band is the central 95 % of the binomial distribution', () => {
  const { expectedShare } = analyzeNoiseFloor(samples(1, 1000, [white(0.01)]), 10);
  // 100 comparisons: P(K = 0) = .006, P(K ≤ 1) = .037, P(K ≤ 9) = .972, P(K ≤ 10) = .989.
  assert.deepEqual(expectedShare, { low: 0.01, high: 0.1 });
});

test("a wandering machine shows in autocorrelation and in how much wider Welch's intervals are", () => {
  const { overall } = analyzeNoiseFloor(samples(1, 400, [ar1(0.95, 0.05)]), 20);
  assert.ok(overall.autocorrelation > 0.85);
  assert.ok(overall.halfWidth.welch > 1.3 * overall.halfWidth.paired);
});

test('a position effect is found, with its size', () => {
  const { percent, low, high } = analyzeNoiseFloor(samples(2, 200, [white(0.01), positionEffect(0.02)]), 10)
    .overall.positionEffect!;
  assert.ok(low < 2 && high > 2 && Math.abs(percent - 2) < 0.4, String(percent));
});

test('rounds that make no whole comparison are left out, a single side is no comparison', () => {
  const report = analyzeNoiseFloor(samples(1, 25, [white(0.01)]), 10);
  assert.equal(report.overall.comparisons, 2);
  const [group] = samples(1, 20, [white(0.01)]);
  group!.arms.delete('new');
  const alone = analyzeNoiseFloor([group!], 10);
  assert.equal(alone.overall.comparisons, 0);
  assert.equal(renderNoiseReport(alone, STYLE), 'Nothing was compared.\n');
});

for (const kind of ['welch', 'paired'] as TestKind[]) {
  test(`${kind}: the change named is found about four times in five`, () => {
    const noise = [white(0.02)];
    const [{ detectable }] = forecastPower(samples(1, 500, noise), { test: kind, runs: 20 }) as [
      ReturnType<typeof forecastPower>[number],
    ];
    assert.deepEqual(
      detectable.map(({ runs }) => runs),
      [20, 40, 80],
    );
    assert.ok(
      detectable[0]!.percent > detectable[1]!.percent && detectable[1]!.percent > detectable[2]!.percent,
    );
    const found = analyzeNoiseFloor(samples(1, 6000, noise, 1 - detectable[0]!.percent / 100), 20).overall;
    const share = found.starredShare[kind];
    assert.ok(share > 0.74 && share < 0.86, String(share));
  });
}

test('outliers cost the forecast of the paired test as little as the test itself', () => {
  const noise = [white(0.01), spikes(0.08, 0.2)];
  const at = (kind: TestKind) =>
    forecastPower(samples(1, 60, noise), { test: kind, runs: 30 })[0]!.detectable[0]!.percent;
  assert.ok(at('paired') < 0.5 * at('welch'), `${at('paired')} ${at('welch')}`);
});

test('reports: a row a configuration, every figure, within 80 columns', () => {
  const groups = samples(3, 40, [white(0.02)]);
  const report = renderNoiseReport(analyzeNoiseFloor(groups, 10), STYLE);
  assert.match(report, /welch paired +welch paired +1 +% +10 +20 +40\n/);
  assert.match(report, /\nall +\d+\.\d +\d+\.\d +\d\.\d\d/);
  assert.match(report, /12 comparisons of 10 runs a side/);
  const forecast = renderForecast(forecastPower(groups, { test: 'paired', runs: 30 }), 'paired', STYLE);
  assert.match(forecast, /30 runs +60 +120\n/);
  assert.match(forecast, /from the noise of\s+40 rounds/);
  for (const line of `${report}${forecast}`.split('\n')) assert.ok(line.length <= 80, line);
});
