import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from '../../tools/model/errors';
import { readText, readTexts } from '../support/csv';

const HEADER = '"binary","filename","configuration","rate","time","peak_rss_method","round"\n';
const row = (changes: { readonly [column: string]: string } = {}) => {
  const fields = {
    binary: '"old"',
    filename: '"a.js"',
    configuration: `"n=1 text='x'"`,
    rate: '10.5',
    time: '0.5',
    method: '"vmhwm"',
    round: '3',
    ...changes,
  };
  return `${Object.values(fields).join(',')}\n`;
};

const BAD_ROWS: readonly (readonly [what: RegExp, line: string])[] = [
  [/rate is "NaN", not a positive number/, row({ rate: 'NaN' })],
  [/rate is "0", not a positive number/, row({ rate: '0' })],
  [/rate is "-1", not a positive number/, row({ rate: '-1' })],
  [/rate is "Infinity", not a positive number/, row({ rate: 'Infinity' })],
  [/rate is "1e999", not a positive number/, row({ rate: '1e999' })],
  [/rate is "0x10", not a positive number/, row({ rate: '0x10' })],
  [/rate is "", not a positive number/, row({ rate: '' })],
  [/rate is "1 2", not a positive number/, row({ rate: '1 2' })],
  [/time is "soon", not a positive number/, row({ time: '"soon"' })],
  [/round is "0", not a positive number/, row({ round: '0' })],
  [/peak_rss_method is "guess", not vmhwm, gnu-time, sampler/, row({ method: 'guess' })],
  [/configuration "n" is not made of key=value pairs/, row({ configuration: 'n' })],
  [/6 fields where the header has 7/, row({ round: '' }).replace(/,\n$/, '\n')],
  [/8 fields where the header has 7/, row({ round: '1,2' })],
  [/1 field where the header has 7/, 'killed\n'],
  [/invalid closing quote/, row({ binary: '"old"x' })],
  [/invalid opening quote/, row({ filename: 'a"b' })],
];

test('a row that is not valid is an error that names the file, the line and what is wrong', async () => {
  for (const [what, bad] of BAD_ROWS) {
    // Before anything is known of the file, and when all of the row but its fault has been seen before.
    for (const before of [0, 1, 300]) {
      const text = HEADER + row().repeat(before) + bad + row().repeat(2);
      await assert.rejects(readText(text), (error: Error) => {
        assert.ok(error instanceof UsageError);
        assert.match(error.message, what);
        assert.equal(error.message.startsWith(`a.csv:${before + 2}: `), true, error.message);
        return true;
      });
    }
  }
});

test('with skipInvalid exactly the invalid rows are missing, and each is told', async () => {
  const text = HEADER + BAD_ROWS.map(([, bad]) => row() + bad).join('') + row();
  const { read, invalidRows, warnings } = await readText(text, { skipInvalid: true });
  assert.equal(read.length, BAD_ROWS.length + 1);
  assert.equal(invalidRows, BAD_ROWS.length);
  assert.deepEqual(new Set(read.map(({ rate, round }) => `${rate} ${round}`)), new Set(['10.5 3']));
  warnings.forEach(({ code, message }, at) => {
    assert.equal(code, 'invalid-row');
    assert.match(message, BAD_ROWS[at]![0]);
    assert.equal(message.startsWith(`a.csv:${2 * at + 3}: `), true, message);
  });
});

test('of many invalid rows the first twenty are told and all are counted', async () => {
  const { invalidRows, warnings } = await readText(HEADER + row() + row({ rate: '?' }).repeat(1000), {
    skipInvalid: true,
  });
  assert.equal(invalidRows, 1000);
  assert.equal(warnings.length, 21);
  assert.match(warnings.at(-1)!.message, /^1000 rows were left out/);
});

test('a quote that is never closed costs its own line only', async () => {
  const open = row({ configuration: '"n=1' });
  for (const after of [0, 1, 99, 100, 1000]) {
    const text = HEADER + row().repeat(2) + open + row().repeat(after);
    const { read, warnings } = await readText(text, { skipInvalid: true });
    assert.equal(read.length, 2 + after);
    assert.deepEqual(
      warnings.map(({ message }) => message.replace(/: .*;/, ';')),
      ['a.csv:4; left out'],
    );
  }
});

test('lines are counted on across line breaks in quoted fields', async () => {
  const broken = row({ configuration: `"text='a\nb\nc'"` });
  for (const before of [1, 5, 200]) {
    await assert.rejects(
      readText(HEADER + broken.repeat(before) + row() + row({ rate: 'x' })),
      new RegExp(`^UsageError: a\\.csv:${3 * before + 3}: rate`),
    );
  }
});

test('wherever a killed writer stopped, the last row is dropped with a warning or read as it was', async () => {
  const last = row({ configuration: `"n=2 text='last'"`, rate: '12345.678', round: '7' });
  for (const known of ['', last]) {
    for (let length = 1; length < last.length; length++) {
      const text = HEADER + row() + known + last.slice(0, length);
      const { read, warnings } = await readText(text);
      const line = known === '' ? 3 : 4;
      if (length === last.length - 1) {
        assert.equal(read.at(-1)!.rate, 12345.678);
        assert.deepEqual(warnings, []);
      } else {
        assert.equal(read.length, known === '' ? 1 : 2, last.slice(0, length));
        assert.deepEqual(
          warnings.map(({ code }) => code),
          ['cut-off'],
        );
        assert.equal(warnings[0]!.message.startsWith(`a.csv:${line}: `), true);
      }
    }
  }
});

test('files that cannot be analysed say what they are', async () => {
  const cases: readonly (readonly [texts: string[], message: RegExp])[] = [
    [[''], /^UsageError: a\.csv is empty$/],
    [['\n\n'], /^UsageError: a\.csv is empty$/],
    [[HEADER], /^UsageError: a\.csv has a header, but no row$/],
    [[HEADER + row(), HEADER], /^UsageError: b\.csv has a header, but no row$/],
    [['name;value\n1;2\n'], /^UsageError: a\.csv: not a file of compare, run or scatter; .* "name;value"$/],
    [['"filename","time"\n'], /^UsageError: a\.csv: not a file of compare/],
    [['"filename,"rate"\n'], /^UsageError: a\.csv: not a file of compare/],
    [['filename,rate,rate\n'], /^UsageError: a\.csv: the header names the column "rate" twice$/],
    [
      [HEADER + row(), 'filename,n,rate,time\na.js,1,1,1\n'],
      /^UsageError: b\.csv is a file of scatter and a\.csv one of compare: only files of one kind go together$/,
    ],
    [
      [HEADER + 'x'.repeat(3 << 20)],
      /^UsageError: a\.csv:2: no line of a CSV file of benchmarks is this long$/,
    ],
  ];
  for (const [texts, message] of cases) await assert.rejects(readTexts(texts), message);
});

test('a file of which no row is valid has none', async () => {
  await assert.rejects(
    readText(HEADER + row({ rate: '0' }), { skipInvalid: true }),
    /^UsageError: a\.csv has a header, but no valid row$/,
  );
});
