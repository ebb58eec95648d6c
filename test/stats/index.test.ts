import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Samples, seededRandom, welchTest } from 'corebench/stats';
import * as door from '../../tools/stats';

test('corebench/stats is the door to tools/stats, with types', () => {
  const samples: Samples = Float64Array.of(1, 2, 3);
  assert.equal(welchTest(samples, [2, 3, 4]).df, 4);
  assert.equal(welchTest, door.welchTest);
  assert.equal(seededRandom, door.seededRandom);
});

test('the samples handed in are left as they are', () => {
  const x = Object.freeze([3, 1, 2, 5, 5, 4]) as number[];
  const y = Object.freeze([6, 2, 9, 7, 1, 4]) as number[];
  door.welchTest(x, y);
  door.welchRatioInterval(x, y);
  door.mannWhitneyTest(x, y);
  door.signedRankTest(y);
  door.hodgesLehmann(x);
  door.hodgesLehmannShift(x, y);
  door.medianInterval(x);
  door.brunnerMunzelTest(x, y);
  door.quantile(x, 0.3);
  door.bcaInterval([x], ([samples]) => door.mean(samples), seededRandom(1), { resamples: 50 });
  assert.deepEqual([...x, ...y], [3, 1, 2, 5, 5, 4, 6, 2, 9, 7, 1, 4]);
});
