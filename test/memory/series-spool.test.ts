import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parseSeriesFile, writeSeriesFile } from '../../tools/memory/series-file';
import { SeriesSpool } from '../../tools/memory/series-spool';
import type { SeriesTable } from '../../tools/model/memory';
import type { Sample } from '../../tools/model/sample';

const folder = mkdtempSync(join(tmpdir(), 'spool-test-'));
process.env['TMPDIR'] = folder;
after(() => rmSync(folder, { recursive: true, force: true }));

function series(points: number, mib: number): SeriesTable {
  const tMs = Array.from({ length: points }, (_, at) => at * 100);
  return { tMs, byProcess: [{ label: 'a "quoted" label', mib: tMs.map((_, at) => mib + (at % 7)) }] };
}

function sample(variant: string, round: number, peakRssKib: number, points = 3): Sample {
  return {
    filename: 'a/b.js',
    configuration: [['n', 1]],
    variant,
    round,
    order: 1,
    rate: 1,
    time: 1,
    peakRssKib,
    treeRssKib: peakRssKib - 100,
    peakMethod: 'vmhwm',
    memory: {
      peakRssKib,
      peakMethod: 'sampler',
      descendantPeakRssKib: 0,
      treeRssKib: 1,
      quantiles: [1, 1, 1, 1, 1],
      ticks: points,
      worstLatenessMs: 0,
      durationMs: points * 100,
    },
    series: series(points, round),
  };
}

async function fileOf(spool: SeriesSpool): Promise<string> {
  let text = '';
  await writeSeriesFile(spool.representatives(), {
    write(part) {
      text += part;
    },
    close() {},
  });
  return text;
}

test('the file has the run with the median peak of each variant, short curves as they are and long ones packed', async () => {
  const spool = new SeriesSpool();
  for (const [round, peak] of [500, 300, 400, 100].entries()) {
    spool.add(sample('old', round + 1, peak, 400));
    spool.add(sample('new', round + 1, 700 - peak));
  }
  const text = await fileOf(spool);
  spool.close();
  assert.match(text, /"seriesGz":"/);
  assert.match(text, /"series":\{/);
  const runs = parseSeriesFile(text);
  assert.deepEqual(
    runs.map(({ variant, round, peakRssKib, runs }) => [variant, round, peakRssKib, runs]),
    [
      ['old', 2, 300, 4],
      ['new', 2, 400, 4],
    ],
  );
  assert.deepEqual(runs[0]!.series, series(400, 2));
  assert.deepEqual(runs[1]!.series, series(3, 2));
});

test('a sample without a curve or a peak is passed over', async () => {
  const spool = new SeriesSpool();
  const { series: _, ...withoutSeries } = sample('old', 1, 100);
  const { peakRssKib: __, ...withoutPeak } = sample('old', 1, 100);
  spool.add(withoutSeries);
  spool.add(withoutPeak);
  assert.deepEqual(parseSeriesFile(await fileOf(spool)), []);
  spool.close();
});

test('the spool lies in a temporary file that is gone when it is closed', () => {
  const spool = new SeriesSpool();
  spool.add(sample('old', 1, 100));
  const [directory] = readdirSync(folder);
  assert.ok(existsSync(join(folder, directory!)));
  spool.close();
  assert.deepEqual(readdirSync(folder), []);
});

test('a file that is none of these is refused with what is wrong', () => {
  const entry = JSON.stringify({
    filename: 'a',
    configuration: '',
    variant: 'old',
    peakMethod: 'vmhwm',
    round: 1,
  });
  for (const [text, message] of [
    ['{"memorySeries":[', /not JSON/],
    ['{"x":[]}', /no list "memorySeries"/],
    [`{"memorySeries":[${entry}]}`, /entry 1 has no runs/],
    ['{"memorySeries":[null]}', /entry 1 has no filename/],
    [
      `{"memorySeries":[${entry.slice(0, -1)},"runs":1,"peakRssKib":1,"treeRssKib":1,"durationMs":1,"series":{"tMs":[1.5],"byProcess":[]}}]}`,
      /entry 1: series: tMs is not an array of integers/,
    ],
  ] as const) {
    assert.throws(() => parseSeriesFile(text), message);
  }
});
