import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import type { RepresentativeRun, SeriesTable } from '../../tools/model/memory';
import { renderMemory } from '../../tools/render/memory-text';
import { sparkline } from '../../tools/render/sparkline';
import { textWidth } from '../../tools/render/text-layout';

const RUN: RepresentativeRun & { series: SeriesTable } = {
  filename: 'child_process/spawn.js',
  configuration: 'n=10',
  variant: 'old',
  round: 4,
  runs: 7,
  peakRssKib: 61_440,
  peakMethod: 'vmhwm',
  treeRssKib: 50_000,
  durationMs: 950,
  series: {
    tMs: [0, 100, 200, 300, 400, 500, 600, 700, 800, 900],
    byProcess: [
      { label: 'child_process/spawn.js', mib: [10, 40, 60, 60, 60, 60, 60, 60, 60, 60] },
      { label: 'gzip', mib: [0, 0, 0, 20, 10, 0, 0, 0, 0, 0] },
    ],
  },
};

test('a sparkline has eight steps up to the highest value, and a space for none', () => {
  const values = [0, 1, 10, 20, 30, 40, 50, 60, 70, 80];
  assert.equal(sparkline(values, { columns: 20, highest: 80, ascii: false }), ' ▁▁▂▃▄▅▆▇█');
  assert.equal(sparkline(values, { columns: 20, highest: 80, ascii: true }), ' ..:-=+*%#');
  assert.equal(sparkline([], { columns: 20, highest: 0, ascii: true }), '');
});

test('where there are more values than columns each column shows its highest', () => {
  const values = Array.from({ length: 1000 }, (_, at) => (at === 517 ? 80 : 10));
  const line = sparkline(values, { columns: 40, highest: 80, ascii: true });
  assert.equal(line.length, 40);
  assert.deepEqual(line.match(/#/g), ['#']);
});

test('a run is drawn as a line for each label and their sum, with peak, median and duration', () => {
  assert.equal(
    renderMemory([RUN], { width: 80, ascii: false, color: false }),
    [
      'child_process/spawn.js n=10',
      'old, run 4 (the median peak of 7 runs): peak RSS 60.0 MiB (vmhwm), tree RSS 48.8',
      '  MiB, 0.9 s',
      '                         0 s  1.0 s                          peak median seconds',
      '  child_process/spawn.js ▁▄▆▆▆▆▆▆▆▆                            60     60     0.9',
      '  gzip                      ▂▁                                 20     10     0.2',
      '  total                  ▁▄▆█▇▆▆▆▆▆                            80     60     0.9',
      '',
    ].join('\n'),
  );
});

test('no line is wider than the terminal, and ASCII mode uses nothing else', () => {
  const long = { ...RUN, configuration: `text='${'x'.repeat(200)}'`, series: manyPoints(3000) };
  for (const width of [60, 80, 120]) {
    const lines = renderMemory([RUN, long], { width, ascii: true, color: false }).split('\n');
    for (const line of lines.filter((one) => !one.includes('xxx'))) assert.ok(textWidth(line) <= width, line);
    assert.match(lines.join('\n'), /^[ -~\n]*$/);
  }
});

test('a file without curves says so', () => {
  assert.equal(renderMemory([], { width: 80, ascii: false, color: false }), 'There is no curve in it.\n');
});

function manyPoints(count: number): SeriesTable {
  return {
    tMs: Array.from({ length: count }, (_, at) => at * 100),
    byProcess: [{ label: 'a', mib: Array.from({ length: count }, (_, at) => at % 50) }],
  };
}
