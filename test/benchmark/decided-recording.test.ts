import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { corebench } from '../support/corebench';
import { FIXTURES } from '../support/paths';

const folder = mkdtempSync(path.join(tmpdir(), 'corebench-decided-'));
after(() => rmSync(folder, { recursive: true }));

test('a recording of an early decision is analysed over its looks, as the run itself was', async () => {
  const file = path.join(folder, 'run.jsonl');
  const judged = ['--max-regression', '50', '--test', 'paired', '--no-chart'];
  const sides = ['--old', process.execPath, '--new', process.execPath];
  const deciding = ['--decide', '--runs', '4', '--max-runs', '6', '--record', file];
  const tree = ['--root', path.join(FIXTURES, 'faults'), '--set', 'n=1000', 'fine'];
  const run = await corebench(['compare', ...sides, ...judged, ...deciding, ...tree]);
  const again = await corebench(['analyze', ...judged, file]);
  assert.match(run.stdout, /hold at whichever of \d+ looks/);
  assert.equal(again.stdout, run.stdout);
  assert.equal(again.code, run.code);
  const otherwise = ['--decide', '--runs', '4', '--max-runs', '6', '--resume', file];
  const looser = ['--max-regression', '99.9', '--test', 'welch'];
  const refused = await corebench(['compare', ...sides, ...looser, ...otherwise, ...tree]);
  assert.equal(refused.code, 3);
  assert.match(refused.stderr, /--test was "paired" and is "welch"/);
  assert.match(refused.stderr, /--max-regression was 50 and is 99\.9/);
});
