import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import {
  type GovernorPlace,
  makeFast,
  readGovernors,
  resetGovernors,
  savedGovernors,
} from '../../tools/execute/governor';
import { fakeRoot } from '../support/fake-root';

function place(governors: readonly string[], available = 'performance powersave schedutil'): GovernorPlace {
  const files = governors.flatMap((governor, cpu) => [
    [`cpu/cpu${cpu}/cpufreq/scaling_governor`, governor] as const,
    [`cpu/cpu${cpu}/cpufreq/scaling_available_governors`, available] as const,
  ]);
  const root = fakeRoot(Object.fromEntries(files));
  return { cpuFolder: path.join(root, 'cpu'), stateFile: path.join(root, 'run', 'governors.json') };
}

test('fast sets performance everywhere, reset restores each CPU as it was', () => {
  const machine = place(['powersave', 'schedutil', 'performance']);
  assert.deepEqual(makeFast(machine), { cpu0: 'performance', cpu1: 'performance', cpu2: 'performance' });
  // A second fast must not take the fast governors for the ones to restore.
  makeFast(machine);
  const before = { cpu0: 'powersave', cpu1: 'schedutil', cpu2: 'performance' };
  assert.deepEqual(savedGovernors(machine), before);
  assert.deepEqual(resetGovernors(machine), before);
  assert.equal(existsSync(machine.stateFile), false);
  assert.throws(() => resetGovernors(machine), /nothing to reset/);
});

test('CPUs are listed by number', () => {
  const governors = readGovernors(place(Array.from({ length: 12 }, () => 'powersave')));
  assert.deepEqual(Object.keys(governors).slice(-3), ['cpu9', 'cpu10', 'cpu11']);
});

test('a machine without governors, or without the one asked for, is refused and left alone', () => {
  assert.throws(() => makeFast(place([])), /no frequency governors to set/);
  const machine = place(['powersave'], 'powersave schedutil');
  assert.throws(() => makeFast(machine), /cpu0 has no governor "performance", only powersave schedutil/);
  assert.deepEqual(readGovernors(machine), { cpu0: 'powersave' });
  assert.equal(savedGovernors(machine), null);
});

const UNWRITABLE = '/proc/version';

test('when one CPU refuses, the others are put back and nothing is kept', {
  skip: !existsSync(UNWRITABLE) && 'needs a file that even root cannot write',
}, () => {
  const machine = place(['powersave', 'powersave']);
  const file = path.join(machine.cpuFolder, 'cpu1', 'cpufreq', 'scaling_governor');
  rmSync(file);
  symlinkSync(UNWRITABLE, file);
  assert.throws(() => makeFast(machine), /setting the governor in .*cpu1.* (is not permitted|failed)/);
  assert.equal(readGovernors(machine)['cpu0'], 'powersave');
  assert.equal(savedGovernors(machine), null);
});

test('a state that cannot be kept changes nothing', () => {
  const machine = place(['powersave']);
  const blocked = { ...machine, stateFile: path.join(machine.cpuFolder, 'cpu0/cpufreq/scaling_governor/x') };
  assert.throws(() => makeFast(blocked), /keeping the present governors in .* failed/);
  assert.deepEqual(readGovernors(machine), { cpu0: 'powersave' });
});

test('a damaged state is said to be damaged', () => {
  const machine = place(['powersave']);
  mkdirSync(path.dirname(machine.stateFile));
  writeFileSync(machine.stateFile, '{"cpu0":');
  assert.throws(() => resetGovernors(machine), /is damaged: set the governors by hand/);
});
