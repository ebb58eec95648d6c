import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holm, seededRandom } from '../../tools/stats';
import { assertClose, readReference } from '../support/reference';

test('adjusted p-values agree with R', () => {
  const families = new Map<string, { p: number[]; adjusted: number[] }>();
  for (const row of readReference('holm.csv')) {
    const family = families.get(row.family) ?? { p: [], adjusted: [] };
    families.set(row.family, family);
    family.p.push(Number(row.p));
    family.adjusted.push(Number(row.holm));
  }
  assert.equal(families.size, 6);
  for (const [name, { p, adjusted }] of families) {
    for (const [i, value] of holm(p).entries()) assertClose(value, adjusted[i], `family ${name}, p ${p[i]}`);
  }
});

test('a smaller p never gets a larger adjusted p, and none gets smaller than it was', () => {
  const random = seededRandom('holm');
  for (let round = 0; round < 200; round++) {
    const p = Array.from({ length: 1 + random.integer(30) }, () => random.next() ** 4);
    const adjusted = holm(p);
    for (let i = 0; i < p.length; i++) {
      assert.ok(adjusted[i] >= p[i] && adjusted[i] <= 1);
      for (let j = 0; j < p.length; j++) if (p[i] <= p[j]) assert.ok(adjusted[i] <= adjusted[j]);
    }
  }
});

test('the order of the p-values does not matter', () => {
  assert.deepEqual(holm([0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
  assert.deepEqual(holm([0.04, 0.03, 0.01]), [0.06, 0.06, 0.03]);
  assert.deepEqual(holm([0.02, 0.02, 0.02]), [0.06, 0.06, 0.06]);
});

test('a test that was not possible is no member of the family', () => {
  assert.deepEqual(holm([Number.NaN, 0.01, Number.NaN, 0.04]), [Number.NaN, 0.02, Number.NaN, 0.04]);
  assert.deepEqual(holm([Number.NaN]), [Number.NaN]);
  assert.deepEqual(holm([]), []);
});

test('what is no p-value is refused', () => {
  assert.throws(() => holm([0.5, 1.01]), { name: 'RangeError' });
  assert.throws(() => holm([-0.1]), { name: 'RangeError' });
});
