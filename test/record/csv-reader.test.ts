import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { SampleTable } from '../../tools/analysis/sample-table';
import type { Sample } from '../../tools/model/sample';
import { type CsvLayout, CsvWriter } from '../../tools/record/csv-writer';
import { readText, readTexts } from '../support/csv';
import { FIXTURES } from '../support/paths';

const core = (name: string) => readFileSync(path.join(FIXTURES, 'node-core', name), 'utf8');
const COMPARE = core('compare-string_decoder-22-26.csv');

const sample = (changes: Partial<Sample> = {}): Sample => ({
  filename: 'strings/join.js',
  configuration: [
    ['n', 100],
    ['text', 'a'],
  ],
  variant: 'old',
  round: 1,
  order: 1,
  rate: 5208092.187814846,
  time: 0.03269067,
  peakRssKib: undefined,
  treeRssKib: undefined,
  peakMethod: undefined,
  ...changes,
});

function written(layout: CsvLayout, samples: readonly Sample[]): string {
  let text = '';
  const write = (line: string) => {
    text += line;
  };
  const writer = new CsvWriter({ write, close() {} }, layout);
  writer.writeHeader();
  for (const one of samples) writer.write(one);
  return text;
}

test('a file of core’s compare.js: doubles as they stand, rounds by the order of the file, no order', async () => {
  const { kind, samples, read, warnings } = await readText(COMPARE);
  assert.deepEqual([kind, samples, warnings], ['compare', 120, []]);
  assert.deepEqual(
    read[0],
    sample({
      filename: 'string_decoder/string-decoder-create.js',
      configuration: [
        ['n', 200000],
        ['encoding', 'ascii'],
      ],
      order: Number.NaN,
      rate: 5208092.187814846,
      time: 0.038401778,
    }),
  );
  for (const variant of ['old', 'new']) {
    const arm = read.filter((one) => one.variant === variant && one.configuration === read[0]!.configuration);
    assert.deepEqual(
      arm.map(({ round }) => round),
      [1, 2, 3, 4, 5, 6],
    );
  }
});

test('files of core’s run.js and scatter.js, with spaces between fields', async () => {
  const run = await readText(core('run-string_decoder.csv'));
  assert.deepEqual([run.kind, run.samples], ['run', 28]);
  assert.deepEqual(run.read[0]!.configuration, [
    ['n', 100000],
    ['encoding', 'ascii'],
  ]);
  const scatter = await readText(core('scatter-string_decoder.csv'));
  assert.deepEqual([scatter.kind, scatter.samples], ['scatter', 480]);
  const { filename, configuration, rate, time } = scatter.read[0]!;
  assert.deepEqual(
    [filename, configuration, rate, time],
    [
      'string_decoder/string-decoder.js',
      [
        ['n', 100000],
        ['chunkLen', 16],
        ['inLen', 32],
        ['encoding', 'ascii'],
      ],
      2818162.198648984,
      0.035484118,
    ],
  );
});

test('files of core’s node:bench tools: compare-node-bench.js, and scatter-node-bench.js with and without parameters', async () => {
  const compared = await readText(
    `"binary","filename","configuration","rate","time"\n"old","tools/simple.js","method='loop' size=8",1234.5,0.81\n`,
  );
  assert.deepEqual(
    [compared.kind, compared.read[0]!.configuration],
    [
      'compare',
      [
        ['method', 'loop'],
        ['size', 8],
      ],
    ],
  );
  const swept = await readText('"filename","method","size","rate","time"\n"a.js","loop",8,1.5,0.0001\n');
  assert.deepEqual(
    [swept.kind, swept.read[0]!.configuration],
    [
      'scatter',
      [
        ['method', 'loop'],
        ['size', 8],
      ],
    ],
  );
  const bare = await readText('"filename","rate","time"\n"a.js",1.5,0.0001\n');
  assert.deepEqual([bare.kind, bare.read[0]!.configuration], ['run', []]);
});

test('line ends, a byte order mark, spaces, quotes, blank lines, the order of columns and unknown ones change nothing', async () => {
  const { read } = await readText(COMPARE);
  const rows = COMPARE.trimEnd()
    .split('\n')
    .map((line) => line.replaceAll('"', '').split(','));
  const join = (fields: (row: string[]) => string[]) =>
    rows.map((row) => `${fields(row).join(',')}\n`).join('');
  const quoted = (text: string) => `"${text}"`;
  const same: { readonly [what: string]: string } = {
    CRLF: COMPARE.replaceAll('\n', '\r\n'),
    'byte order mark': `\uFEFF${COMPARE}`,
    'spaces between fields': COMPARE.replaceAll('","', '", "').replaceAll('",', '", '),
    'blank lines': COMPARE.replaceAll('\n', '\n\n'),
    'no line break at the end': COMPARE.trimEnd(),
    'everything quoted': join((row) => row.map(quoted)),
    'nothing quoted': join((row) => row),
    'measured columns first': join(([binary, filename, configuration, rate, time]) =>
      [time!, rate!, configuration!, filename!, binary!].map(quoted),
    ),
    'an unknown column at the end': join((row) => [
      ...row.map(quoted),
      row[0] === 'binary' ? 'note' : '"x, y"',
    ]),
    'an unknown column in front': join((row) => [row[0] === 'binary' ? 'note' : '1', ...row.map(quoted)]),
    'JSON-quoted values': COMPARE.replaceAll(/='(\w+)'/g, '=""$1""'),
  };
  for (const [what, text] of Object.entries(same)) {
    assert.deepEqual((await readText(text)).read, read, what);
  }
  for (const size of [1, 7, 4096]) {
    assert.deepEqual((await readText(COMPARE, { size })).read, read, `${size} bytes at a time`);
  }
});

const TRICKY: readonly Sample['configuration'][] = [
  [['text', 'a,"b"\n\'c\' 1=2 é\u{1f600}']],
  [['text', '']],
  [
    ['text', 'a'],
    ['n', -0.5],
    ['flag', true],
  ],
  [],
];

for (const kind of ['compare', 'run', 'scatter'] as const) {
  test(`what is written is read back: ${kind}`, async () => {
    const samples = TRICKY.flatMap((configuration, at) =>
      [1, 2, 3].flatMap((round) =>
        (kind === 'compare' ? ['old', 'new'] : ['node']).map((variant, order) =>
          sample({
            configuration,
            variant,
            round,
            order: kind === 'compare' ? order + 1 : Number.NaN,
            rate: 1e6 / (at + round + 1 / 3),
            ...(at > 0 && { peakRssKib: 40960 + at, peakMethod: 'vmhwm' as const }),
          }),
        ),
      ),
    );
    const parameters = ['text', 'n', 'flag'];
    const text = written({ kind, memory: true, parameters }, samples);
    for (const size of [undefined, 5]) {
      assert.deepEqual((await readText(text, size === undefined ? {} : { size })).read, samples);
    }
  });
}

test('two spellings of one configuration meet in one group', async () => {
  const header = '"binary","filename","configuration","rate","time"\n';
  const text =
    header +
    `"old","a.js","n=1 text='x'",1,1\n"new","a.js","text=""x"" n=1",2,1\n"old","a.js","n=1 text=x",3,1\n` +
    `"new","b.js","n=1 text='x'",4,1\n`;
  const table = new SampleTable();
  const { read } = await readText(text, { onSample: (one) => table.add(one) });
  assert.deepEqual(read, []);
  assert.deepEqual(
    table.all.map(({ filename, arms }) => [
      filename,
      [...arms].map(([label, arm]) => [label, [...arm.rates.values()]]),
    ]),
    [
      [
        'a.js',
        [
          ['old', [1, 3]],
          ['new', [2]],
        ],
      ],
      ['b.js', [['new', [4]]]],
    ],
  );
  const rounds = (await readText(text)).read.map(({ round }) => round);
  assert.deepEqual(rounds, [1, 1, 2, 1]);
});

test('several files are one: rounds are counted on, from a file that has them and from one that has not', async () => {
  const core =
    'binary,filename,configuration,rate,time\nold,a.js,n=1,1,1\nnew,a.js,n=1,1,1\nold,a.js,n=1,1,1\n';
  const ours =
    'binary,filename,configuration,rate,time,round,order\nnew,a.js,n=1,2,1,4,1\nold,a.js,n=1,2,1,2,2\n';
  const rounds = async (...texts: string[]) =>
    (await readTexts(texts)).read.map(({ variant, round }) => `${variant} ${round}`);
  assert.deepEqual(await rounds(core, ours), ['old 1', 'new 1', 'old 2', 'new 6', 'old 4']);
  assert.deepEqual(await rounds(ours, core), ['new 4', 'old 2', 'old 5', 'new 5', 'old 6']);
  assert.deepEqual(await rounds(ours + ours), ['new 4', 'old 2', 'new 8', 'old 6']);
});
