import assert from 'node:assert/strict';
import * as path from 'node:path';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { analyzeTool } from '../../benchmark/analyze';
import { compareTool } from '../../benchmark/compare';
import { runTool } from '../../tools/cli/tool';
import type { Executor } from '../../tools/execute/executor';
import { recordedStream, type TestContext, testContext } from '../support/context';

const FILE = path.resolve(__dirname, '../../../test/fixtures/node-core/compare-string_decoder-22-26.csv');
const NO_EXECUTOR: Executor = {
  discover() {
    throw new Error('nothing is asked');
  },
  run() {
    throw new Error('nothing is run');
  },
} as unknown as Executor;

/** The report of a file of core's with long names. */
async function report(parts: Partial<TestContext>, ...options: string[]): Promise<string> {
  const context = testContext(NO_EXECUTOR, parts);
  const code = await runTool(analyzeTool, [...options, '--no-chart', FILE], context);
  assert.equal(code, 0, context.stderr.text());
  return context.stdout.text();
}

function tableLines(text: string): string[] {
  return text.split('\n').filter((line) => / %\s+±/.test(line));
}

test('a table that goes to a file names every configuration in full', async () => {
  const text = await report({});
  const lines = tableLines(text);
  assert.ok(lines.length > 2, text);
  for (const line of lines) assert.match(line, /string_decoder\S* n=200000 .*encoding='\S+'/);
  assert.doesNotMatch(text, /Names in full|…/);
});

test('on a terminal a table keeps to its width', async () => {
  const text = await report({ stdout: recordedStream(true, 70) }, '--ascii');
  const plain = stripVTControlCharacters(text);
  for (const line of tableLines(plain)) assert.ok(line.length <= 70, line);
  assert.doesNotMatch(tableLines(plain).join('\n'), /chunkLen=\d+ inLen=\d+ .*encoding=/);
});

test('--width and COLUMNS limit a table in a file; --width counts more', async () => {
  const byOption = await report({ environment: { COLUMNS: '300' } }, '--width', '72');
  const byVariable = await report({ environment: { COLUMNS: '72' } });
  assert.equal(byOption, byVariable);
  for (const line of tableLines(byOption)) assert.ok(line.length <= 72, line);
});

test('a tool that works on something, called without arguments, prints its usage as trouble', async () => {
  const context = testContext(NO_EXECUTOR);
  assert.equal(await runTool(compareTool, [], context), 3);
  assert.equal(context.stdout.text(), '');
  assert.match(context.stderr.text(), /corebench compare \[options\] <category\|file\|all>/);
});
