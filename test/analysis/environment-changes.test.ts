import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environmentChanges } from '../../tools/analysis/environment-changes';
import type { Environment } from '../../tools/model/environment';
import { machine } from '../support/machines';

function environment(changes: Partial<Environment> = {}): Environment {
  const binary = (label: string, sha256: string) => ({
    label,
    path: `/bin/node-${label}`,
    sha256,
    versions: { node: '22.0.0' },
  });
  return {
    machine: machine(),
    binaries: [binary('old', 'aa'), binary('new', 'bb')],
    cpuset: null,
    seed: '1',
    ...changes,
  };
}

test('what always differs between two runs is no change', () => {
  const later = environment({
    seed: '2',
    machine: machine({
      load: [3, 2, 1],
      stealShare: 0.2,
      pressure: { cpu: 50, memory: 1, io: 1 },
      memoryAvailableKib: 1,
      swapUsedKib: 7,
    }),
  });
  assert.deepEqual(environmentChanges(environment(), later), []);
});

test('each lasting change is one warning that says what it was and is', () => {
  const before = environment();
  const after = environment({
    cpuset: '0-1',
    machine: machine({ governor: 'powersave', turbo: null, smt: false, cpuQuota: 0.5, kernel: 'Linux 7' }),
    binaries: [before.binaries[0]!, { ...before.binaries[1]!, sha256: 'cc', versions: null }],
  });
  const changes = environmentChanges(before, after);
  assert.deepEqual([...new Set(changes.map(({ code }) => code))], ['environment-changed']);
  assert.deepEqual(
    changes.map(({ message }) => message),
    [
      'frequency governor was performance, is powersave',
      'turbo was off, is unknown',
      'SMT was on, is off',
      'CPU quota of the control group was unlimited, is 0.5',
      'kernel was Linux 6.1.0, is Linux 7',
      'CPU set was none, is 0-1',
      'the binary "new" is another file: it was /bin/node-new (22.0.0), is /bin/node-new (?)',
    ],
  );
});

test('a variant that only one run had is no changed binary', () => {
  const before = environment();
  assert.deepEqual(environmentChanges({ ...before, binaries: before.binaries.slice(0, 1) }, before), []);
});
