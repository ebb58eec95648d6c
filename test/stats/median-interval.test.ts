import assert from 'node:assert/strict';
import { test } from 'node:test';
import { medianInterval, seededRandom } from '../../tools/stats';
import { assertClose, readReference } from '../support/reference';

test('ranks and coverage agree with R', () => {
  for (const row of readReference('median-interval.csv')) {
    const n = Number(row.n);
    const samples = seededRandom(n).shuffle(Array.from({ length: n }, (_, i) => 10 * (i + 1)));
    const result = medianInterval(samples);
    assert.equal(result.lowerRank, Number(row.lower_rank), `n ${n}`);
    assert.equal(result.upperRank, Number(row.upper_rank), `n ${n}`);
    assertClose(result.coverage, Number(row.coverage), `n ${n}`);
    assert.deepEqual([result.low, result.high], [10 * result.lowerRank, 10 * result.upperRank]);
  }
});

test('a higher level takes a wider pair of ranks', () => {
  const samples = Array.from({ length: 40 }, (_, i) => i);
  assert.ok(medianInterval(samples, 0.99).lowerRank < medianInterval(samples, 0.95).lowerRank);
  assert.ok(medianInterval(samples, 0.99).coverage >= 0.99);
});

test('one sample covers nothing, no sample excludes nothing', () => {
  assert.deepEqual(medianInterval([7]), { low: 7, high: 7, lowerRank: 1, upperRank: 1, coverage: 0 });
  const { low, high } = medianInterval([]);
  assert.deepEqual([low, high], [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
});
