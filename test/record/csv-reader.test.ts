import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { UsageError } from '../../tools/model/errors';
import type { Sample } from '../../tools/model/sample';
import { readCsv } from '../../tools/record/csv-reader';
import { streamInput } from '../../tools/record/input';

const HEADER = '"binary","filename","configuration","rate","time"\n';

async function read(text: string, skipInvalid = false) {
  const samples: Sample[] = [];
  const bytes = Buffer.from(text);
  // In small pieces, so that lines and characters are cut anywhere.
  const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) =>
    bytes.subarray(7 * at, 7 * at + 7),
  );
  const input = streamInput('s.csv', () => Readable.from(pieces), new AbortController().signal);
  const summary = await readCsv([input], { skipInvalid, onSample: (sample) => samples.push(sample) });
  return { ...summary, samples };
}

async function refuses(text: string, message: RegExp): Promise<void> {
  await assert.rejects(read(text), (error) => error instanceof UsageError && message.test(error.message));
}

test('rows are read as the doubles they are, with a BOM, CRLF, spaces behind commas and any column order', async () => {
  const plain = await read(`${HEADER}"old","a/b.js","n=1 s='x, y'",5208092.187814846,0.032690670\n`);
  const [sample] = plain.samples;
  assert.equal(plain.kind, 'compare');
  assert.deepEqual(
    [sample!.variant, sample!.filename, sample!.rate, sample!.time],
    ['old', 'a/b.js', 5208092.187814846, 0.03269067],
  );
  assert.deepEqual(sample!.configuration, [
    ['n', 1],
    ['s', 'x, y'],
  ]);
  const dressed = await read(
    '\ufeff"rate", "binary", "time", "configuration", "filename"\r\n5208092.187814846, "old", 0.032690670, "n=1 s=""x, y""", "a/b.js"\r\n',
  );
  assert.deepEqual(dressed.samples[0]!.configuration, sample!.configuration);
  assert.equal(dressed.samples[0]!.rate, sample!.rate);
});

test('a sweep has its parameters from the header, texts by their quotes, empty cells as no value', async () => {
  const { kind, samples } = await read(
    '"filename","n","text","rate","time"\n"a.js",100,"7",5,0.1\n"a.js",200,,6,0.1\n',
  );
  assert.equal(kind, 'scatter');
  assert.deepEqual(
    samples.map(({ configuration }) => configuration),
    [
      [
        ['n', 100],
        ['text', '7'],
      ],
      [['n', 200]],
    ],
  );
});

test('a bad row is an error that names file and line; --skip-invalid leaves it out and tells', async () => {
  const good = '"old","a.js","n=1",5,0.1\n';
  for (const bad of [
    '"old","a.js","n=1",0,0.1\n',
    '"old","a.js","n=1",NaN,0.1\n',
    '"old","a.js","n=1",-1,0.1\n',
    '"old","a.js","n=1",5\n',
  ]) {
    await refuses(`${HEADER}${good}${bad}${good}`, /s\.csv.*line 3|s\.csv:3/);
    const { samples, warnings } = await read(`${HEADER}${good}${bad}${good}`, true);
    assert.equal(samples.length, 2);
    assert.match(warnings.map(({ message }) => message).join(), /3/);
  }
});

test('a last line that was cut off is dropped with a warning', async () => {
  const { samples, warnings } = await read(`${HEADER}"old","a.js","n=1",5,0.1\n"new","a.js","n=1",6`);
  assert.equal(samples.length, 1);
  assert.equal(warnings.length, 1);
});

test('an empty file and one with another header are refused', async () => {
  await refuses('', /s\.csv/);
  await refuses('"a","b"\n1,2\n', /s\.csv/);
});
