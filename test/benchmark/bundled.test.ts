import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';

const ROOT = resolve(__dirname, '../../..');

/** `category/name` of every bundled benchmark, read from the folders of the sources. */
const BENCHMARKS = readdirSync(join(ROOT, 'benchmark'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !/^[._]|^fixtures$/.test(entry.name))
  .flatMap(({ name: category }) =>
    readdirSync(join(ROOT, 'benchmark', category))
      .filter((file) => /^[^._].*\.ts$/.test(file))
      .map((file) => `${category}/${file.slice(0, -3)}`),
  );

interface Ended {
  code: number | string | null | undefined;
  stdout: string;
  stderr: string;
}

/** Runs a bundled benchmark as a person would, in a folder of its own for temporary files. */
function run(benchmark: string, args: readonly string[], temporary: string): Promise<Ended> {
  const file = join(ROOT, 'dist/benchmark', `${benchmark}.js`);
  const env = { ...process.env, TMPDIR: temporary };
  return new Promise((done) => {
    execFile(process.execPath, [file, ...args], { env }, (error, stdout, stderr) => {
      done({ code: error ? error.code : 0, stdout, stderr });
    });
  });
}

describe('the bundled benchmarks', { concurrency: 2 }, () => {
  let temporary: string;
  before(() => {
    temporary = mkdtempSync(join(tmpdir(), 'bundled-test-'));
  });
  after(() => rmSync(temporary, { recursive: true }));

  for (const benchmark of BENCHMARKS) {
    it(`${benchmark} says in its first line what it measures`, () => {
      const [line] = readFileSync(join(ROOT, 'benchmark', `${benchmark}.ts`), 'utf8').split('\n');
      assert.match(line, /^\/\/ \w.*; one operation is .*\.$/);
    });

    it(`${benchmark} reports one positive rate in test mode and ends by itself`, async () => {
      const { code, stdout, stderr } = await run(benchmark, ['--test'], temporary);
      assert.equal(stderr, '');
      assert.equal(code, 0);
      const [line, ...others] = stdout.split('\n');
      assert.deepEqual(others, ['']);
      assert.ok(line.startsWith(`${benchmark}.js `), line);
      const rate = Number(line.slice(line.lastIndexOf(': ') + 2).replaceAll(',', ''));
      assert.ok(Number.isFinite(rate) && rate > 0, line);
    });
  }

  it('cover each category with as many files as it needs', () => {
    const count = (...categories: string[]) =>
      BENCHMARKS.filter((benchmark) => categories.includes(benchmark.split('/')[0])).length;
    assert.equal(count('string_decoder'), 2);
    for (const category of ['buffers', 'es']) assert.ok(count(category) >= 3, category);
    for (const category of ['url', 'events', 'json', 'arrays', 'fs', 'streams', 'crypto']) {
      assert.ok(count(category) >= 1, category);
    }
    assert.ok(count('assert', 'util') >= 2);
    assert.ok(count('process', 'worker') >= 1);
  });

  it('have a string_decoder with four parameters', async () => {
    const { stdout } = await run('string_decoder/string-decoder', ['--test'], temporary);
    assert.deepEqual(
      [...stdout.matchAll(/ (\w+)=/g)].map((match) => match[1]),
      ['encoding', 'inLen', 'chunkLen', 'n'],
    );
  });

  it('fail with the wrong value in the message', async () => {
    for (const [benchmark, argument] of [
      ['string_decoder/string-decoder', 'encoding=nonsense'],
      ['es/iteration', 'method=nonsense'],
      ['json/json-parse', 'type=nonsense'],
    ]) {
      const { code, stdout, stderr } = await run(benchmark, ['--test', argument], temporary);
      assert.equal(code, 1, benchmark);
      assert.equal(stdout, '', benchmark);
      assert.match(stderr, /Error.*nonsense/, benchmark);
    }
  });

  it('leave no temporary file behind, whether they succeed or fail', async () => {
    const own = mkdtempSync(join(temporary, 'fs-'));
    const succeeded = await run('fs/read-file-sync', ['--test'], own);
    assert.equal(succeeded.code, 0);
    assert.deepEqual(readdirSync(own), []);
    const failed = await run('fs/read-file-sync', ['--test', 'encoding=nonsense'], own);
    assert.equal(failed.code, 1);
    assert.deepEqual(readdirSync(own), []);
  });
});
