import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowedCpuList, checkCpuset, parseCpuList } from '../../tools/execute/cpuset';

test('CPU lists are read as taskset writes them', () => {
  assert.deepEqual(parseCpuList('0'), [0]);
  assert.deepEqual(parseCpuList('3,0-2,1'), [0, 1, 2, 3]);
  assert.deepEqual(parseCpuList('0-6:2'), [0, 2, 4, 6]);
});

test('what is not a CPU list is refused', () => {
  for (const bad of ['', 'a', '1-', '2-1', '0-4:0', '0 1', '-1', '0,,1', ' 0', '0, 1']) {
    assert.throws(() => parseCpuList(bad), /is not a list of CPUs/, bad);
  }
});

test('a CPU that this process may not use is named', {
  skip: allowedCpuList() === null && 'no /proc',
}, () => {
  assert.throws(() => checkCpuset('0,4095'), /names CPU 4095, this process may use/);
  checkCpuset(String(parseCpuList(allowedCpuList()!)[0]));
});
