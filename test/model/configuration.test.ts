import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  configurationFromArguments,
  configurationKey,
  formatConfiguration,
} from '../../tools/model/configuration';

test('a configuration is written as core writes it: strings quoted, numbers and booleans bare, in order', () => {
  const text = formatConfiguration([
    ['n', 1e6],
    ['encoding', 'utf8'],
    ['quote', "it's"],
    ['sync', false],
  ]);
  assert.equal(text, `n=1000000 encoding='utf8' quote="it's" sync=false`);
});

test('a long text with line breaks stays one value on one line', () => {
  assert.equal(formatConfiguration([['text', `a\n${'b'.repeat(200)}`]]), `text='a\\n${'b'.repeat(200)}'`);
});

test('the identity of a configuration ignores the order of its keys and the types of its values', () => {
  const one = configurationKey([
    ['n', 100],
    ['encoding', 'utf8'],
  ]);
  const other = configurationKey([
    ['encoding', 'utf8'],
    ['n', '100'],
  ]);
  assert.equal(one, other);
  assert.notEqual(
    one,
    configurationKey([
      ['n', 10],
      ['encoding', 'utf8'],
    ]),
  );
});

test('arguments are numbers only when the number prints back as the same text', () => {
  assert.deepEqual(
    configurationFromArguments(['n=1e6', 'm=100', 'id=007', 'sync=true', 'url=a=b', 'empty=']),
    [
      ['n', '1e6'],
      ['m', 100],
      ['id', '007'],
      ['sync', true],
      ['url', 'a=b'],
      ['empty', ''],
    ],
  );
});
