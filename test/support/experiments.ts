import { gateExitCode } from '../../tools/analysis/gate';
import {
  ar1,
  drift,
  type NoiseModel,
  periodic,
  positionEffect,
  spikes,
  white,
} from '../../tools/execute/noise';
import type { Comparison, TestKind } from '../../tools/model/finding';
import type { Order } from '../../tools/plan/schedule';
import { type SimulatedRun, simulateComparison } from './simulation';

const ROUNDS = 30;
const PROCESSES = 2 * ROUNDS;

/** Machines on which nothing differs between the sides, by name. */
export const MACHINES: { readonly [name: string]: () => NoiseModel[] } = {
  'white 1 %': () => [white(0.01)],
  'AR(.5) 3 %': () => [ar1(0.5, 0.03)],
  'AR(.95) 5 %': () => [ar1(0.95, 0.05)],
  'linear drift 10 %': () => [white(0.01), drift(0.1, PROCESSES)],
  'second of a pair +1 %': () => [white(0.01), positionEffect(0.01)],
  'sine of four processes 2 %': () => [white(0.01), periodic(0.02, 4)],
  'spikes 8 % exp(20 %)': () => [white(0.01), spikes(0.08, 0.2)],
};

async function* repeat(times: number, name: string, options: () => SimulatedRun): AsyncGenerator<Comparison> {
  for (let at = 0; at < times; at++) yield await simulateComparison({ ...options(), seed: `${name}/${at}` });
}

/** Share of comparisons of two equal sides, or sides that differ by `ratio`, that have a star. */
export async function starredShare(
  times: number,
  machine: string,
  test: TestKind,
  order: Order,
  change: Partial<SimulatedRun> = {},
): Promise<number> {
  const run = () => ({ count: 1, runs: ROUNDS, noise: MACHINES[machine]!(), test, order, ...change });
  let starred = 0;
  for await (const { findings } of repeat(times, machine, run)) {
    if (findings[0]!.p < 0.05) starred++;
  }
  return starred / times;
}

/** Power at a true loss of 2 % on a machine that wanders and has outliers. */
export function powerOnNoisyMachine(times: number, test: TestKind): Promise<number> {
  return starredShare(times, 'AR(.95) 5 %', test, 'random', {
    noise: [ar1(0.95, 0.05), spikes(0.08, 0.2)],
    ratio: () => 0.98,
  });
}

/** Which share of runs of 50 configurations a gate at 5 % fails, and how often it names the configuration that lost. */
export async function gateOfFifty(times: number, test: TestKind, loss: number) {
  const run = () => ({
    count: 50,
    runs: ROUNDS,
    noise: [white(0.02)],
    test,
    maxRegression: 5,
    ratio: (job: { configuration: readonly (readonly [string, unknown])[] }) =>
      job.configuration[1]![1] === 25 ? 1 - loss : 1,
  });
  let [failed, found] = [0, 0];
  for await (const comparison of repeat(times, `fifty ${loss}`, run)) {
    if (gateExitCode(comparison, 'pass') === 1) failed++;
    if (comparison.findings[24]!.gate!.verdict === 'regressed') found++;
  }
  return { failed: failed / times, found: found / times };
}

/** How often a gate that fails when it cannot tell passes although one configuration lost exactly its limit. */
export async function passedInSpiteOfLoss(times: number, test: TestKind, cv: number): Promise<number> {
  const run = () => ({
    count: 1,
    runs: ROUNDS,
    noise: [white(cv)],
    test,
    maxRegression: 5,
    ratio: () => 0.95,
  });
  let passed = 0;
  for await (const comparison of repeat(times, `loss ${cv}`, run)) {
    if (gateExitCode(comparison, 'fail') === 0) passed++;
  }
  return passed / times;
}

/** Runs that stop early, with a gate at 5 %: share that fails, share of the processes that is saved. */
export async function stoppedEarly(
  times: number,
  test: TestKind,
  suite: { readonly count: number; readonly cv: number; readonly ratioOf: (index: number) => number },
) {
  const run = () => ({
    count: suite.count,
    runs: ROUNDS,
    maxRuns: ROUNDS,
    noise: [white(suite.cv)],
    test,
    maxRegression: 5,
    ratio: (job: { configuration: readonly (readonly [string, unknown])[] }) =>
      suite.ratioOf(job.configuration[1]![1] as number),
  });
  let [failed, starred, processes, regressed] = [0, 0, 0, 0];
  for await (const comparison of repeat(times, `early ${suite.count} ${suite.cv} ${suite.ratioOf(1)}`, run)) {
    if (gateExitCode(comparison, 'pass') === 1) failed++;
    for (const { p, oldCount, newCount, gate } of comparison.findings) {
      if (p < 0.05) starred += 1 / suite.count;
      if (gate!.verdict === 'regressed') regressed++;
      processes += oldCount + newCount;
    }
  }
  return {
    failed: failed / times,
    starred: starred / times,
    regressedPerRun: regressed / times,
    saved: 1 - processes / (times * suite.count * PROCESSES),
  };
}
