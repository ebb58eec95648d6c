import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseChildren, parseCommandLine, parseStatus } from '../../tools/memory/parse-proc';

const STATUS = `Name:\tnode
Umask:\t0022
State:\tS (sleeping)
Groups:\t4 24 27
VmPeak:\t  1274520 kB
VmSize:\t  1210232 kB
VmLck:\t       0 kB
VmPin:\t       0 kB
VmHWM:\t   98304 kB
VmRSS:\t   65544 kB
RssAnon:\t   20480 kB
`;

test('VmRSS and VmHWM are read from a status', () => {
  assert.deepEqual(parseStatus(STATUS), { rssKib: 65544, hwmKib: 98304 });
});

test('a status cut off before its memory, and one without, have none', () => {
  assert.equal(parseStatus(''), null);
  assert.equal(parseStatus('Name:\tkthreadd\nState:\tS (sleeping)\nThreads:\t1\n'), null);
  assert.equal(parseStatus(STATUS.slice(0, STATUS.indexOf('VmRSS'))), null);
});

test('a process cannot forge its memory by its name', () => {
  assert.deepEqual(parseStatus(STATUS.replace('node', 'VmHWM: 1 kB VmRSS: 2 kB')), {
    rssKib: 65544,
    hwmKib: 98304,
  });
});

test('zero is a value', () => {
  assert.deepEqual(parseStatus('Name:\tx\nVmHWM:\t       0 kB\nVmRSS:\t       0 kB\n'), {
    rssKib: 0,
    hwmKib: 0,
  });
});

test('this process has at most its high-water mark resident', { skip: process.platform !== 'linux' }, () => {
  const memory = parseStatus(readFileSync('/proc/self/status', 'latin1'));
  assert.ok(memory !== null && memory.rssKib > 1000 && memory.hwmKib >= memory.rssKib);
});

for (const [text, argv] of [
  ['', []],
  ['node\0-e\0a b\0', ['node', '-e', 'a b']],
  ['cat\0\0file\0', ['cat', '', 'file']],
  ['npm exec\0\0\0\0\0\0', ['npm exec']],
  ['unterminated', ['unterminated']],
] as const) {
  test(`the command line ${JSON.stringify(text)} has ${argv.length} arguments`, () => {
    assert.deepEqual(parseCommandLine(text), argv);
  });
}

test('children are the numbers in the text', () => {
  assert.deepEqual(parseChildren(''), []);
  assert.deepEqual(parseChildren('17 4242 99 '), [17, 4242, 99]);
});
