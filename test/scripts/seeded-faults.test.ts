import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const ROOT = path.join(__dirname, '..', '..', '..');

test('every seeded fault fits its compiled module exactly once', () => {
  const catalogue: { module: string; fault: string; search: string; replace: string }[] = JSON.parse(
    readFileSync(path.join(ROOT, 'scripts', 'seeded-faults.json'), 'utf8'),
  );
  assert.ok(catalogue.length >= 25);
  for (const { module, fault, search, replace } of catalogue) {
    const code = readFileSync(path.join(ROOT, 'dist', 'tools', 'stats', `${module}.js`), 'utf8');
    assert.equal(code.split(search).length, 2, `${module}: ${fault}`);
    assert.notEqual(search, replace, `${module}: ${fault}`);
  }
});
