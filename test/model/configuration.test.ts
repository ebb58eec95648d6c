import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  configurationFromArguments,
  configurationKey,
  formatConfiguration,
  parseConfiguration,
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

test('what is written is read back: spaces, quotes, equals signs, line breaks, every type', () => {
  const configuration = [
    ['n', 1e6],
    ['text', 'a b=c'],
    ['quote', `it's "so" and \`so\``],
    ['lines', 'a\n\tb\\n\u0001'],
    ['number', '100'],
    ['empty', ''],
    ['sync', false],
  ] as const;
  assert.deepEqual(parseConfiguration(formatConfiguration(configuration)), configuration);
  assert.deepEqual(parseConfiguration(''), []);
});

test('texts quoted as JSON, texts without quotes and sums of lines are read as well', () => {
  assert.deepEqual(parseConfiguration('n=1 encoding="utf8" text="say \\"\\u0041\\" = b"'), [
    ['n', 1],
    ['encoding', 'utf8'],
    ['text', 'say "A" = b'],
  ]);
  assert.deepEqual(parseConfiguration('type=buf size=1e3 url=a=b'), [
    ['type', 'buf'],
    ['size', '1e3'],
    ['url', 'a=b'],
  ]);
  assert.deepEqual(parseConfiguration("text='one\\n' +\n  'two' n=1"), [
    ['text', 'one\ntwo'],
    ['n', 1],
  ]);
});

test('a text that is not made of pairs is no configuration', () => {
  for (const text of ['n', 'n=1 loose', '=1', "a='b'c d"]) assert.equal(parseConfiguration(text), null, text);
});
