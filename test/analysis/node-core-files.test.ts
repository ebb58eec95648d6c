import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { analyzeComparison } from '../../tools/analysis/comparison';
import { SampleTable } from '../../tools/analysis/sample-table';
import { analyzeScatter } from '../../tools/analysis/scatter';
import { readCsv } from '../../tools/record/csv-reader';
import { fileInput } from '../../tools/record/input';
import { FIXTURES } from '../support/paths';

const FOLDER = path.join(FIXTURES, 'node-core');

async function tableOf(name: string): Promise<SampleTable> {
  const table = new SampleTable();
  const input = fileInput(name, path.join(FOLDER, name), new AbortController().signal);
  await readCsv([input], { skipInvalid: false, onSample: (sample) => table.add(sample) });
  return table;
}

function linesOf(name: string): string[] {
  return readFileSync(path.join(FOLDER, name), 'utf8').split('\n');
}

test('the comparison of a file of core has the figures of compare.R, to the printed digit', async () => {
  const table = await tableOf('compare-string_decoder-22-26.csv');
  const { findings } = analyzeComparison(table.all, { test: 'welch', maxRegression: null });
  const rows = linesOf('compare-string_decoder-22-26.compare-R.txt').filter((line) => line.includes('±'));
  assert.equal(rows.length, 10);
  assert.equal(findings.length, 10);
  for (const row of rows) {
    const [, name, stars, improvement, ...accuracy] =
      /^(.*?'[^']*') +(\**) +(-?[\d.]+) % +±([\d.]+)% +±([\d.]+)% +±([\d.]+)%$/.exec(row.trim())!;
    const finding = findings.find(({ filename, configuration }) => `${filename} ${configuration}` === name)!;
    assert.equal(finding.improvement.toFixed(2), improvement, name);
    assert.deepEqual(
      finding.accuracy.map((halfWidth) => halfWidth.toFixed(2)),
      accuracy,
    );
    assert.equal([0.05, 0.01, 0.001].filter((level) => finding.p < level).length, stars!.length);
  }
});

test('the sweep in a file of core has the means and intervals of scatter.R, to the printed digit', async () => {
  const table = await tableOf('scatter-string_decoder.csv');
  const analysis = analyzeScatter('string_decoder/string-decoder.js', table.all, {
    x: 'chunkLen',
    category: 'encoding',
  });
  const rows = linesOf('scatter-string_decoder.scatter-R.txt')
    .map((line) => line.trim().split(/ +/))
    .filter((fields) => fields.length === 4 && /^\d/.test(fields[0]!));
  assert.equal(rows.length, 18);
  for (const [x, category, rate, interval] of rows) {
    const group = analysis.groups.find((one) => String(one.x) === x && one.category === category)!;
    assert.equal(group.mean.toFixed(1), rate, `${x} ${category}`);
    assert.equal(group.halfWidth.toFixed(1), interval, `${x} ${category}`);
  }
  assert.deepEqual(
    analysis.averagedOver.map(({ variable }) => variable),
    ['inLen'],
  );
});

test("the samples of core's run are read: JSON-quoted values behind a separator with a space", async () => {
  const table = await tableOf('run-string_decoder.csv');
  assert.equal(table.all.length, 28);
  assert.equal(table.all[0]!.configuration, "n=100000 encoding='ascii'");
});
