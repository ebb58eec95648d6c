import assert from 'node:assert/strict';
import * as path from 'node:path';
import { test } from 'node:test';
import { cpuToolFor } from '../../benchmark/cpu';
import { doctorToolFor } from '../../benchmark/doctor';
import { type AnyTool, runTool } from '../../tools/cli/tool';
import { testContext } from '../support/context';
import { fakeRoot } from '../support/fake-root';
import { simulatedExecutor } from '../support/simulation';

async function end(tool: AnyTool, ...args: string[]) {
  const context = testContext(simulatedExecutor());
  const code = await runTool(tool, args, context);
  return { code, stdout: context.stdout.text(), stderr: context.stderr.text() };
}

const GOVERNOR = 'sys/devices/system/cpu/cpu0/cpufreq/scaling_governor';

test('doctor names what disturbs with its remedy, and what it could not find out', async () => {
  const root = fakeRoot({ 'proc/loadavg': '9.00 1.00 1.00 1/2 3', [GOVERNOR]: 'powersave' });
  const { code, stdout } = await end(doctorToolFor(root));
  assert.equal(code, 0);
  assert.match(stdout, /Disturbs measurements\n {2}load +9\.00 processes[\s\S]*> stop what else runs/);
  assert.match(stdout, /governor is powersave\n +> set it to performance/);
  assert.match(stdout, /This machine does not say: pressure-cpu, .*turbo/);
  assert.match(stdout, /\n2 of \d+ disturb measurements\.\n$/);
  assert.ok(stdout.split('\n').every((line) => line.length <= 80));
});

test('doctor --json has the machine and every diagnosis', async () => {
  const { stdout } = await end(doctorToolFor(fakeRoot({ [GOVERNOR]: 'powersave' })), '--json');
  const { machine, diagnoses } = JSON.parse(stdout);
  assert.equal(machine.governor, 'powersave');
  assert.equal(machine.turbo, null);
  const found = diagnoses.find(({ code }: { code: string }) => code === 'governor');
  assert.equal(found.state, 'disturbs');
});

test('cpu: status, fast and reset say what is in force and what reset restores', async () => {
  const root = fakeRoot({ [GOVERNOR]: 'powersave' });
  const tool = cpuToolFor({
    cpuFolder: path.join(root, 'sys/devices/system/cpu'),
    stateFile: path.join(root, 'state'),
  });
  const said = async (action: string) => (await end(tool, action)).stdout;
  assert.equal(await said('status'), 'governor: powersave (cpu0)\n');
  assert.equal(await said('fast'), 'governor: performance (cpu0)\nreset restores: powersave (cpu0)\n');
  assert.equal(await said('reset'), 'governor: powersave (cpu0)\n');
  const again = await end(tool, 'reset');
  assert.deepEqual([again.code, /nothing to reset/.test(again.stderr)], [3, true]);
});

test('cpu refuses other words, doctor refuses any', async () => {
  const tool = cpuToolFor({ cpuFolder: '/nowhere', stateFile: '/nowhere/state' });
  assert.match((await end(tool, 'slow')).stderr, /expected one of fast, reset or status, got "slow"/);
  assert.match((await end(doctorToolFor('/nowhere'), 'me')).stderr, /unexpected argument "me"/);
});
