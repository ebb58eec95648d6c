import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose } from '../../tools/analysis/diagnosis';
import type { Machine } from '../../tools/model/environment';
import { machine } from '../support/machines';

function codes(changes: Partial<Machine>, state: 'disturbs' | 'unknown' = 'disturbs'): string[] {
  return diagnose(machine({ smt: false, ...changes }))
    .filter((diagnosis) => diagnosis.state === state)
    .map(({ code }) => code);
}

const CAUSES: [code: string, changes: Partial<Machine>][] = [
  ['load', { load: [1, 0, 0] }],
  ['pressure-cpu', { pressure: { cpu: 20, memory: 0, io: 0 } }],
  ['pressure-memory', { pressure: { cpu: 0, memory: 20, io: 0 } }],
  ['pressure-io', { pressure: { cpu: 0, memory: 0, io: 20 } }],
  ['governor', { governor: 'performance, powersave' }],
  ['turbo', { turbo: true }],
  ['smt', { smt: true }],
  ['battery', { onBattery: true }],
  ['virtual-machine', { virtualMachine: true }],
  ['steal', { stealShare: 0.02 }],
  ['cpu-count', { allowedCpus: '3' }],
  ['cpu-quota', { cpuQuota: 1.5 }],
  ['memory', { memoryAvailableKib: 100 }],
  ['swap', { swapUsedKib: 2048 }],
  ['address-randomisation', { addressRandomisation: false }],
];

test('a quiet machine has nothing that disturbs', () => {
  assert.deepEqual(codes({}), []);
});

for (const [code, changes] of CAUSES) {
  test(`${code} is found alone, with what to do about it`, () => {
    assert.deepEqual(codes(changes), [code]);
    const found = diagnose(machine({ smt: false, ...changes })).find(({ state }) => state === 'disturbs')!;
    assert.ok(found.advice!.length > 5 && found.message.length > 5);
  });
}

test('every cause is tried, and what a machine does not say is unknown, never good', () => {
  const unknown: Partial<Machine> = {
    governor: null,
    turbo: null,
    smt: null,
    load: null,
    stealShare: null,
    pressure: { cpu: null, memory: null, io: null },
    cpuQuota: null,
    virtualMachine: null,
    addressRandomisation: null,
    onBattery: null,
    memoryTotalKib: null,
    swapUsedKib: null,
  };
  assert.deepEqual(
    diagnose(machine()).map(({ code }) => code),
    CAUSES.map(([code]) => code),
  );
  assert.deepEqual(
    codes(unknown, 'unknown'),
    CAUSES.map(([code]) => code).filter((code) => code !== 'cpu-count'),
  );
});
