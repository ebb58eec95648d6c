import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import stringWidth from 'string-width';
import { type Named, namesInFull, type RowNames, rowNames, withHeadings } from '../../tools/render/row-names';

const FILE = 'string_decoder/string-decoder.js';

function named(filename: string, ...configurations: string[]): Named[] {
  return configurations.map((configuration) => ({ filename, configuration }));
}

function lines(names: RowNames): string[] {
  return withHeadings(
    names.rows.map((row) => row.label),
    names.rows,
  );
}

test('names that fit are not touched', () => {
  const names = rowNames(named('a.js', 'n=1', 'n=2'), 8, 80, '…');
  assert.deepEqual(lines(names), ['a.js n=1', 'a.js n=2']);
  assert.deepEqual(namesInFull(names), []);
});

test('names that do not fit stand under their file and what they share', () => {
  const names = rowNames(
    [
      ...named(
        FILE,
        "n=2 chunkLen=16 inLen=128 encoding='ascii'",
        "n=2 chunkLen=64 inLen=128 encoding='utf8'",
      ),
      ...named('url/parse.js', 'n=1', 'n=2'),
    ],
    40,
    80,
    '…',
  );
  assert.deepEqual(lines(names), [
    'string_decoder/string-decoder.js n=2 inLen=128',
    "  chunkLen=16 encoding='ascii'",
    "  chunkLen=64 encoding='utf8'",
    'url/parse.js',
    '  n=1',
    '  n=2',
  ]);
  assert.deepEqual(namesInFull(names), []);
});

test('a file alone keeps its row when it fits, and has its own heading when not', () => {
  const long = named(FILE, "encoding='ascii'", "encoding='utf8'");
  const names = rowNames(
    [...long, ...named('a.js', 'n=1'), ...named('b.js', `s='${'x'.repeat(30)}'`)],
    36,
    80,
    '…',
  );
  assert.deepEqual(lines(names).slice(3), ['a.js n=1', 'b.js', `  s='${'x'.repeat(30)}'`]);
});

test('keys are abbreviated before values are, to the same length in all rows', () => {
  const names = rowNames(
    named(FILE, "encoding='ascii' chunkLength=1024", "encoding='utf8' chunkLength=16"),
    28,
    80,
    '…',
  );
  assert.deepEqual(lines(names).slice(1), ["  encod…='ascii' chunk…=1024", "  encod…='utf8' chunk…=16"]);
  assert.deepEqual(namesInFull(names), [
    'Names in full',
    FILE,
    "  encod…='ascii' chunk…=1024  encoding='ascii' chunkLength=1024",
    "  encod…='utf8' chunk…=16     encoding='utf8' chunkLength=16",
  ]);
});

test('keys that would look the same are not abbreviated that far', () => {
  const names = rowNames(named(FILE, 'alphaOne=1', 'alphaTwo=1'), 10, 80, '…');
  assert.notEqual(names.rows[0]!.label, names.rows[1]!.label);
});

test('what is still too long loses its middle, and is listed in full', () => {
  const path = (end: string) => `path='/a/very/long/directory/${end}'`;
  const names = rowNames(named(FILE, path('one.txt'), path('two.txt')), 26, 80, '…');
  assert.deepEqual(lines(names).slice(1), ["  pa…='/a/very…ry/one.txt'", "  pa…='/a/very…ry/two.txt'"]);
  assert.ok(namesInFull(names).some((line) => line.endsWith(path('two.txt'))));
});

test('a heading that is too long is cut too, and its rows are listed', () => {
  const names = rowNames(named(`dir/${'f'.repeat(60)}.js`, 'n=1', 'n=2'), 20, 40, '…');
  assert.equal(stringWidth(lines(names)[0]!), 40);
  assert.deepEqual(namesInFull(names), [
    'Names in full',
    `dir/${'f'.repeat(60)}.js`,
    '  n=1  n=1',
    '  n=2  n=2',
  ]);
});

test('quoted values may hold spaces, equal signs and quotes', () => {
  const names = rowNames(named(FILE, `a='x y=1' b="it's" c=1`, `a='x y=2' b="it's" c=1`), 20, 80, '…');
  assert.deepEqual(lines(names), [`${FILE} b="it's" c=1`, "  a='x y=1'", "  a='x y=2'"]);
});

test('a file without parameters, or with some only in some rows, is still told apart', () => {
  const names = rowNames(named(FILE, '', 'n=1', 'n=1 m=2'), 20, 80, '…');
  assert.deepEqual(lines(names), [FILE, '  (no parameters)', '  n=1', '  n=1 m=2']);
});

test('configurations that differ only in the order of their parameters are told apart', () => {
  const names = rowNames(named(FILE, 'a=1 b=2', 'b=2 a=1'), 20, 80, '…');
  assert.deepEqual(lines(names), [FILE, '  a=1 b=2', '  b=2 a=1']);
});

test('two different rows of a file never show the same, however little room there is', () => {
  const long = 'x'.repeat(60);
  const configurations = [
    ...Array.from({ length: 40 }, (_, i) => `path='${long}${i}${long}' encoding='utf8' n=${i % 3}`),
    ...Array.from({ length: 40 }, (_, i) => `n=${i} encoding='latin1'`),
    "漢字='文字化け文字化け文字化け1' n=1",
    "漢字='文字化け文字化け文字化け2' n=1",
  ];
  for (const room of [20, 25, 31, 47, 80, 120]) {
    for (const ellipsis of ['…', '~']) {
      const names = rowNames(named(FILE, ...configurations), room, 80, ellipsis);
      const labels = names.rows.map((row) => row.label);
      assert.equal(new Set(labels).size, configurations.length);
      for (const label of labels) assert.ok(stringWidth(label) <= room, `${label} at ${room}`);
    }
  }
});

test('two different files never have the same heading', () => {
  const files = Array.from({ length: 30 }, (_, i) => `${'d'.repeat(40)}${i}/${'f'.repeat(40)}.js`);
  const names = rowNames(
    files.flatMap((file) => named(file, 'n=1', 'n=2')),
    20,
    40,
    '…',
  );
  assert.equal(new Set(names.rows.map((row) => row.heading)).size, files.length);
});

test('wide and joined characters are never cut apart', () => {
  const family = '👩‍👩‍👧';
  const names = rowNames(named(FILE, `s='${family.repeat(20)}a'`, `s='${family.repeat(20)}b'`), 21, 80, '…');
  for (const { label } of names.rows) {
    assert.ok(stringWidth(label) <= 21);
    assert.ok(!label.replaceAll(family, '').includes('\u200d'), label);
  }
});
