import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDecimal } from '../../tools/model/decimal';
import { seededRandom } from '../../tools/stats/random';

test('decimal numbers are read as the doubles that Number reads, to the last bit', () => {
  const random = seededRandom('decimal');
  const texts = ['0', '-0', '007', '1.', '.5', '+2', '1e3', '-1.5E-3', '9007199254740993', '0.1', '5e-324'];
  for (let count = 0; count < 20_000; count++) {
    texts.push(String(10 ** (12 * random.next() - 3) * random.next()), (100 * random.next()).toFixed(9));
    texts.push(`${random.integer(2 ** 31)}${random.integer(2 ** 31)}.${random.integer(2 ** 31)}`);
    texts.push(`0.${'0'.repeat(random.integer(30))}${random.integer(2 ** 31)}`);
  }
  for (const text of texts) {
    assert.ok(Object.is(parseDecimal(text), Number(text)), text);
    assert.ok(Object.is(parseDecimal(`,${text};`, 1, text.length + 1), Number(text)), text);
  }
});

test('whatever is not a finite decimal number is NaN', () => {
  const texts = [
    '',
    '.',
    '+',
    '-',
    'e5',
    '1e',
    '1.2.3',
    '1..2',
    ' 1',
    '1 ',
    '1\n',
    '0x10',
    '0b1',
    '0o7',
    '0X1f',
  ];
  for (const text of [
    ...texts,
    'NaN',
    'Infinity',
    '-Infinity',
    '1e999',
    '1_000',
    '1,5',
    '１',
    'one',
    '10n',
  ]) {
    assert.ok(Number.isNaN(parseDecimal(text)), text);
  }
});
