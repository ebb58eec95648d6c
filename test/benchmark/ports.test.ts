import assert from 'node:assert/strict';
import * as path from 'node:path';
import { test } from 'node:test';
import { allowedCpuList, parseCpuList } from '../../tools/execute/cpuset';
import { corebench } from '../support/corebench';
import { FIXTURES } from '../support/paths';

test('each side of a duet has a port of its own', {
  skip: parseCpuList(allowedCpuList() ?? '0').length < 2 && 'needs two CPUs',
}, async () => {
  const sides = ['--old', process.execPath, '--new', process.execPath];
  const file = path.join(FIXTURES, 'executor/category/listens.js');
  const { code, stderr } = await corebench(['compare', ...sides, '--duet', '--runs', '2', file]);
  assert.equal(code, 0, stderr);
});
