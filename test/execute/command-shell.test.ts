import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseCpuTimes, timedScript } from '../../tools/execute/command-shell';
import { shellQuote } from '../../tools/execute/repeat-command';
import { createTemporaryDirectory } from '../../tools/memory/temporary-directory';

function runTimed(command: string) {
  const directory = createTemporaryDirectory();
  try {
    const report = join(directory.path, "re'port");
    const { status, stdout, stderr } = spawnSync('/bin/bash', ['-c', timedScript(command, report)], {
      encoding: 'utf8',
    });
    return { status, stdout, stderr, cpu: parseCpuTimes(readFileSync(report, 'utf8')) };
  } finally {
    directory.remove();
  }
}

test('a top-level exit keeps its code and its CPU figures', () => {
  const { status, cpu } = runTimed('for ((i = 0; i < 100000; i++)); do :; done; exit 3');
  assert.equal(status, 3);
  assert.ok(cpu.userSeconds + cpu.systemSeconds > 0.005, JSON.stringify(cpu));
});

test('a command that ends in a comment works', () => {
  const { status, stdout } = runTimed('echo one # two');
  assert.deepEqual([status, stdout], [0, 'one\n']);
});

test('a command that ends in a here-document works', () => {
  const { status, stdout } = runTimed('cat <<END\none\nEND');
  assert.deepEqual([status, stdout], [0, 'one\n']);
});

test('the stderr of a command is its own', () => {
  const { stdout, stderr } = runTimed('echo out; echo err >&2');
  assert.deepEqual([stdout, stderr], ['out\n', 'err\n']);
});

test('a bracket too many is an error of the command, and the report is kept', () => {
  const { status, stderr } = runTimed('echo a ) ; echo b');
  assert.notEqual(status, 0);
  assert.match(stderr, /syntax error/);
});

test('a command that a signal ends has 128 + n and its CPU figures', () => {
  assert.equal(runTimed('kill -9 $BASHPID').status, 137);
});

test('a command with both kinds of quotes, pasted back, is the same', () => {
  for (const text of [`echo "it's" 'a "b"' \\ $HOME \`x\``, '', 'plain-1.txt', 'two\nlines']) {
    const { stdout } = spawnSync('/bin/bash', ['-c', `printf %s ${shellQuote(text)}`], {
      encoding: 'utf8',
    });
    assert.equal(stdout, text);
  }
});

test('CPU times may have comma decimals, and are two numbers or an error', () => {
  assert.deepEqual(parseCpuTimes('0,120 1,003\n'), { userSeconds: 0.12, systemSeconds: 1.003 });
  for (const report of ['', '0.1', '0.1 0.2 0.3', '0.1 x', '-0.1 0.2']) {
    assert.throws(() => parseCpuTimes(report), /reported no CPU times/);
  }
});
