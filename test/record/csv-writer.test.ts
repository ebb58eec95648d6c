import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sample } from '../../tools/model/sample';
import { type CsvLayout, CsvWriter } from '../../tools/record/csv-writer';

const sample: Sample = {
  filename: 'a/b.js',
  configuration: [
    ['n', 100],
    ['text', 'say "hi", you'],
    ['sync', true],
  ],
  variant: 'old',
  round: 3,
  order: 2,
  rate: 5208092.187814846,
  time: 0.03269067,
};

function write(layout: CsvLayout, ...samples: Sample[]): string {
  let text = '';
  const writer = new CsvWriter(
    {
      write: (line) => {
        text += line;
      },
      close() {},
    },
    layout,
  );
  writer.writeHeader();
  for (const one of samples) writer.write(one);
  return text;
}

test("compare: core's five columns first, rates as doubles, times with nine decimals, then round and order", () => {
  assert.equal(
    write({ kind: 'compare', memory: false }, sample),
    '"binary","filename","configuration","rate","time","round","order"\n' +
      `"old","a/b.js","n=100 text='say ""hi"", you' sync=true",5208092.187814846,0.032690670,3,2\n`,
  );
});

test('memory columns stand between, empty where nothing was read', () => {
  const text = write(
    { kind: 'run', memory: true },
    { ...sample, peakRssKib: 40960, peakMethod: 'vmhwm' },
    sample,
  );
  assert.deepEqual(
    text.split('\n').map((line) => line.split(',').slice(-3).join()),
    ['"peak_rss_kib","tree_rss_kib","peak_rss_method"', '40960,,"vmhwm"', ',,', ''],
  );
});

test('scatter: a column for each parameter of any configuration, empty where it is absent', () => {
  const text = write({ kind: 'scatter', memory: false, parameters: ['n', 'other', 'sync'] }, sample);
  assert.equal(
    text,
    '"filename","n","other","sync","rate","time"\n"a/b.js",100,,true,5208092.187814846,0.032690670\n',
  );
});
