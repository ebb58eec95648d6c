import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMachine, stealTicks } from '../../tools/execute/machine';
import { fakeRoot } from '../support/fake-root';

const CPUINFO = [0, 1, 2, 3]
  .map((cpu) => `processor\t: ${cpu}\nmodel name\t: Test CPU 3000\nflags\t\t: fpu hypervisor sse`)
  .join('\n\n');

const LAPTOP = {
  'proc/cpuinfo': CPUINFO,
  'proc/stat': 'cpu  100 0 100 700 50 0 0 50 20 0\ncpu0 1 2 3 4 5 6 7 8 9 10',
  'proc/loadavg': '1.50 0.75 0.25 2/300 4711',
  'proc/pressure/cpu':
    'some avg10=12.50 avg60=1.00 avg300=0.00 total=1\nfull avg10=3.00 avg60=0 avg300=0 total=0',
  'proc/self/status': 'Name:\tnode\nCpus_allowed_list:\t0-2',
  'proc/self/cgroup': '0::/user.slice/run.scope',
  'proc/meminfo':
    'MemTotal:       16000 kB\nMemAvailable:    4000 kB\nSwapTotal:       1000 kB\nSwapFree:         900 kB',
  'proc/sys/kernel/osrelease': '6.1.0-test',
  'proc/sys/kernel/randomize_va_space': '2',
  'sys/fs/cgroup/user.slice/run.scope/cpu.max': '400000 100000',
  'sys/fs/cgroup/user.slice/cpu.max': '150000 100000',
  'sys/devices/system/cpu/cpu0/cpufreq/scaling_governor': 'powersave',
  'sys/devices/system/cpu/cpu1/cpufreq/scaling_governor': 'performance',
  'sys/devices/system/cpu/cpufreq/scaling_governor': 'not a CPU',
  'sys/devices/system/cpu/intel_pstate/no_turbo': '0',
  'sys/devices/system/cpu/smt/active': '1',
  'sys/class/power_supply/BAT0/type': 'Battery',
  'sys/class/power_supply/BAT0/status': 'Discharging',
  'sys/class/power_supply/AC/type': 'Mains',
};

test('a machine is what its files say', () => {
  const { kernel, ...machine } = readMachine(fakeRoot(LAPTOP));
  assert.match(kernel, /6\.1\.0-test$/);
  assert.deepEqual(machine, {
    cpuModel: 'Test CPU 3000',
    cpuCount: 4,
    allowedCpus: '0-2',
    governor: 'performance, powersave',
    turbo: true,
    smt: true,
    load: [1.5, 0.75, 0.25],
    stealShare: 0.05,
    pressure: { cpu: 12.5, memory: null, io: null },
    cpuQuota: 1.5,
    virtualMachine: true,
    addressRandomisation: true,
    onBattery: true,
    memoryTotalKib: 16000,
    memoryAvailableKib: 4000,
    swapUsedKib: 100,
  });
});

test('what a machine does not say is null, not made up', () => {
  const { kernel, cpuModel, cpuCount, pressure, ...machine } = readMachine(fakeRoot({}));
  assert.ok(kernel.length > 0 && cpuCount > 0 && cpuModel !== '');
  assert.deepEqual(pressure, { cpu: null, memory: null, io: null });
  for (const [name, value] of Object.entries(machine)) assert.equal(value, null, name);
});

test('turbo is read the way other drivers tell it, too', () => {
  const boost = (text: string) =>
    readMachine(fakeRoot({ 'sys/devices/system/cpu/cpufreq/boost': text })).turbo;
  assert.deepEqual([boost('1'), boost('0')], [true, false]);
});

test('a control group of version 1 bounds by quota and period, −1 does not bound', () => {
  const quota = (microseconds: string) =>
    readMachine(
      fakeRoot({
        'proc/self/cgroup': '3:cpuset:/elsewhere\n2:cpu,cpuacct:/job\n0::/',
        'sys/fs/cgroup/cpu/job/cpu.cfs_quota_us': microseconds,
        'sys/fs/cgroup/cpu/job/cpu.cfs_period_us': '100000',
      }),
    ).cpuQuota;
  assert.deepEqual([quota('50000'), quota('-1')], [0.5, 'unlimited']);
});

test('steal is counted in ticks since boot, and is unknown where there is no /proc', () => {
  assert.equal(stealTicks(fakeRoot(LAPTOP)), 50);
  assert.equal(stealTicks(fakeRoot({})), null);
});
