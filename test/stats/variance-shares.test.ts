import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epsilonSquared, intraclassCorrelation, mean, seededRandom } from '../../tools/stats';
import { assertClose } from '../support/reference';

/** Shrout & Fleiss (1979), table 2: six targets, each rated by four judges. */
const RATINGS = [
  [9, 2, 5, 8],
  [6, 1, 3, 2],
  [8, 4, 6, 8],
  [7, 1, 2, 6],
  [10, 5, 6, 9],
  [6, 2, 4, 7],
];

test('intraclass correlation is the published one', () => {
  // Their mean squares: between 11.24, within 6.26; ICC(1,1) = .17.
  assertClose(intraclassCorrelation(RATINGS), (11.24 - 6.26) / (11.24 + 3 * 6.26), 'ICC(1,1)', {
    relative: 0.01,
  });
  // The same from sums of squares in whole numbers: SSB = 56.2083…, SSW = 112.75.
  const between = 56.208333333333336 / 5;
  const within = 112.75 / 18;
  assertClose(intraclassCorrelation(RATINGS), (between - within) / (between + 3 * within), 'ICC(1,1)');
});

test('intraclass correlation estimates the share of the variance between groups, unequal sizes included', () => {
  const random = seededRandom('icc');
  for (const share of [0, 0.5, 0.9]) {
    const estimates = Array.from({ length: 200 }, () =>
      intraclassCorrelation(
        Array.from({ length: 30 }, (_, group) => {
          const center = Math.sqrt(share) * random.normal();
          return Array.from(
            { length: 2 + (group % 5) },
            () => center + Math.sqrt(1 - share) * random.normal(),
          );
        }),
      ),
    );
    assertClose(mean(estimates), share, `share ${share}`, { absolute: 0.02 });
  }
});

test('intraclass correlation at its ends', () => {
  assert.equal(
    intraclassCorrelation([
      [1, 1],
      [2, 2],
      [3, 3, 3],
    ]),
    1,
  );
  // Two groups of two with equal means: MSB = 0, so −1/(k − 1).
  assert.equal(
    intraclassCorrelation([
      [1, 3],
      [3, 1],
    ]),
    -1,
  );
  assert.equal(intraclassCorrelation([[1, 1], [], [2, 2]]), 1);
  // Groups 1 3 | 6: MSB = 32/3, MSW = 2, k = 3 − 5/3.
  assertClose(intraclassCorrelation([[1, 3], [6]]), (32 / 3 - 2) / (32 / 3 + 2 / 3), 'unequal groups');
  assert.ok(Number.isNaN(intraclassCorrelation([[1, 2, 3]])));
  assert.ok(Number.isNaN(intraclassCorrelation([[1], [2], [3]])));
  assert.ok(
    Number.isNaN(
      intraclassCorrelation([
        [4, 4],
        [4, 4],
      ]),
    ),
  );
});

test('epsilon squared is (SSB − dfB·MSW) / SST', () => {
  // Groups 1 2 3 | 2 3 4 | 6 7 8: SSB = 42, SSW = 6, dfB = 2, dfW = 6.
  assertClose(
    epsilonSquared([
      [
        [1, 2, 3],
        [2, 3, 4],
        [6, 7, 8],
      ],
    ]),
    (42 - 2) / 48,
    'one stratum',
  );
  // The same in two strata far apart: sums double, and the distance counts for nothing.
  const near = [
    [1, 2, 3],
    [2, 3, 4],
    [6, 7, 8],
  ];
  const far = near.map((group) => group.map((value) => value + 1000));
  assertClose(epsilonSquared([near, far]), (84 - 4) / 96, 'two strata');
  // Unequal groups: 1 3 | 6: means 2 and 6, grand mean 10/3.
  assertClose(epsilonSquared([[[1, 3], [6], []]]), (32 / 3 - 2) / (32 / 3 + 2), 'unequal groups');
});

test('epsilon squared does not favour many groups: its mean is 0 when nothing differs', () => {
  const random = seededRandom('epsilon');
  const values = Array.from({ length: 400 }, () =>
    epsilonSquared([Array.from({ length: 8 }, () => Array.from({ length: 3 }, () => random.normal()))]),
  );
  assertClose(mean(values), 0, 'mean', { absolute: 0.025 });
});

test('epsilon squared needs repeats and at least two groups', () => {
  assert.ok(Number.isNaN(epsilonSquared([[[1], [2], [3]]])));
  assert.ok(Number.isNaN(epsilonSquared([[[1, 2, 3]]])));
  assert.ok(
    Number.isNaN(
      epsilonSquared([
        [
          [5, 5],
          [5, 5],
        ],
      ]),
    ),
  );
  assert.ok(Number.isNaN(epsilonSquared([])));
});
