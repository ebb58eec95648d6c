import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';

const ROOT = resolve(__dirname, '../../..');
const PAGE = readFileSync(join(ROOT, 'doc/writing-and-running-benchmarks.md'), 'utf8');
const EXAMPLES = [...PAGE.matchAll(/```js\n(.*?)```/gs)].map((match) => match[1]);

describe('the benchmarks shown in the documentation', () => {
  // Inside the package, so that require('corebench') finds it.
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(ROOT, 'dist', 'documented-'));
    mkdirSync(join(folder, 'examples'));
  });
  after(() => rmSync(folder, { recursive: true }));

  it('are there', () => {
    assert.ok(EXAMPLES.length >= 3);
  });

  for (const [index, source] of EXAMPLES.entries()) {
    it(`run: ${source.split('\n')[0]}`, () => {
      const file = join(folder, 'examples', `example-${index}.js`);
      writeFileSync(file, source);
      const { status, stdout, stderr } = spawnSync(process.execPath, [file, 'n=1000'], { encoding: 'utf8' });
      assert.equal(stderr, '');
      assert.equal(status, 0);
      const lines = stdout.trimEnd().split('\n');
      assert.ok(lines.length >= 2);
      for (const line of lines)
        assert.match(line, new RegExp(`^examples/example-${index}\\.js .*n=1000.*: [\\d,]+`));
    });
  }
});
