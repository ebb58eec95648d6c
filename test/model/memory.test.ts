import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mib, representativeRun } from '../../tools/model/memory';

test('KiB become whole MiB, rounded to the nearest', () => {
  assert.deepEqual([0, 511, 512, 1024, 1535, 1536, 1048576].map(mib), [0, 0, 1, 1, 1, 2, 1024]);
});

for (const [peaks, index, why] of [
  [[7], 0, 'the only run'],
  [[30, 10, 20], 2, 'the middle peak of three'],
  [[10, 20], 0, 'of two the earlier'],
  [[20, 10], 0, 'of two the earlier, also when it is the larger'],
  [[40, 30, 10, 20], 1, 'of the two in the middle the earlier'],
  [[5, 9, 9, 1, 9], 1, 'of equal peaks the earlier'],
  [[100, 9, 10], 2, 'numbers are ordered as numbers'],
] as const) {
  test(`the representative run of ${peaks} is ${why}`, () => {
    assert.equal(representativeRun(peaks), index);
  });
}

test('no runs have no representative', () => {
  assert.throws(() => representativeRun([]), RangeError);
});
