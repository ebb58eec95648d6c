import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRoot } from '../../tools/stats/find-root';
import { assertClose } from '../support/reference';

test('a root is found to the last digits, in few evaluations, whichever end is given first', () => {
  for (const [f, a, b, root] of [
    [(x: number) => x * x - 2, 0, 10, Math.SQRT2],
    [(x: number) => Math.exp(-x) - 1e-9, 100, 0, 9 * Math.LN10],
    [(x: number) => (x - 3) ** 3, -50, 51, 3],
    [(x: number) => Math.sign(x - 0.3), 0, 1, 0.3],
  ] as const) {
    let evaluations = 0;
    const found = findRoot(
      (x) => {
        evaluations++;
        return f(x);
      },
      a,
      b,
      1e-15,
    );
    assertClose(found, root, `root ${root}`, { relative: 1e-6 });
    assert.ok(evaluations < 120, `${evaluations} evaluations`);
  }
  assertClose(findRoot(Math.cos, 1, 2), Math.PI / 2, 'π/2', { relative: 1e-15 });
});

test('a root at an end is returned as it is', () => {
  assert.equal(
    findRoot((x) => x - 1, 1, 5),
    1,
  );
  assert.equal(
    findRoot((x) => x - 5, 1, 5),
    5,
  );
});

test('without a change of sign there is no answer', () => {
  assert.throws(() => findRoot((x) => x * x + 1, -1, 1), {
    name: 'RangeError',
    message: /no change of sign/,
  });
  assert.throws(() => findRoot(() => Number.NaN, -1, 1), { name: 'RangeError' });
});
