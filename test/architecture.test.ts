import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import * as path from 'node:path';
import { test } from 'node:test';
import { PROJECT } from './support/paths';

/** Data flows down this list; imports never point up it, but for analysis, which is built from stats. */
const LAYERS = ['cli', 'plan', 'execute', 'memory', 'record', 'stats', 'analysis', 'render', 'model'];
const PURE = ['stats', 'analysis', 'render', 'model'];

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:from|import|require)\s*\(?\s*'([^']+)'/g)].map((match) => match[1]!);
}

function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(folder, name));
}

test('imports between the folders of tools point down the list only', () => {
  const wrong: string[] = [];
  for (const [at, layer] of LAYERS.entries()) {
    for (const file of sourcesOf(path.join(PROJECT, 'tools', layer))) {
      for (const name of importsOf(file).filter((name) => name.startsWith('.'))) {
        const target = path.relative(path.join(PROJECT, 'tools'), path.resolve(path.dirname(file), name));
        const other = LAYERS.indexOf(target.split(path.sep)[0]!);
        const allowed = other >= at || (layer === 'analysis' && LAYERS[other] === 'stats');
        if (!allowed) wrong.push(`${path.relative(PROJECT, file)} imports ${target}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
});

test('the folders of tools are the ones of the list', () => {
  assert.deepEqual(readdirSync(path.join(PROJECT, 'tools')).sort(), [...LAYERS].sort());
});

test('statistics, analysis and rendering reach nothing outside themselves', () => {
  const wrong: string[] = [];
  for (const layer of PURE) {
    for (const file of sourcesOf(path.join(PROJECT, 'tools', layer))) {
      const effects = importsOf(file).filter((name) => /^node:(?!util$|assert$)/.test(name));
      if (effects.length > 0) wrong.push(`${file}: ${effects}`);
      if (/Math\.random\(|Date\.now\(|performance\.now\(|process\.[a-z]/.test(readFileSync(file, 'utf8')))
        wrong.push(file);
    }
  }
  assert.deepEqual(wrong, []);
});

test('what measured processes load depends on nothing but Node', () => {
  for (const file of ['benchmark/common.ts', 'tools/execute/preload.ts']) {
    // What bench.http needs is loaded when it is called.
    const imports = importsOf(path.join(PROJECT, file)).filter(
      (name) => name !== './url-data' && name !== './_http/load',
    );
    assert.deepEqual(
      imports.filter((name) => name.startsWith('.') || name.startsWith('node:')),
      [],
      file,
    );
  }
  for (const file of sourcesOf(path.join(PROJECT, 'benchmark/_http'))) {
    const foreign = importsOf(file).filter(
      (name) => !/^(node:|\.\/[a-z0-9-]+$)/.test(name) && !builtinModules.includes(name),
    );
    assert.deepEqual(foreign, [], file);
  }
});
