import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeComparison } from '../../tools/analysis/comparison';
import { SampleTable } from '../../tools/analysis/sample-table';
import type { ComparisonFinding, TestKind } from '../../tools/model/finding';
import { seededRandom } from '../../tools/stats/random';

interface Setting {
  readonly seed: string;
  readonly runs?: number;
  /** New over old on each machine. */
  readonly ratios: readonly number[];
  readonly test?: TestKind;
  /** Leaves out which machine a sample is from. */
  readonly pooled?: boolean;
  readonly maxRegression?: number;
}

const SPEEDS = [1, 1.7, 0.6, 2.4];

/** A configuration measured on machines of different speed, each sample with a noise of 2 %. */
function measured({ seed, runs = 15, ratios, test: kind = 'welch', ...rest }: Setting): ComparisonFinding {
  const random = seededRandom(seed);
  const table = new SampleTable();
  ratios.forEach((ratio, machine) => {
    for (let run = 1; run <= runs; run++) {
      for (const [at, variant] of ['old', 'new'].entries()) {
        const rate = 1e6 * SPEEDS[machine]! * (variant === 'new' ? ratio : 1) * (1 + 0.02 * random.normal());
        const round = machine * runs + run;
        const sample = { filename: 'a.js', configuration: [], variant, round, order: at + 1, rate, time: 1 };
        table.add(sample, rest.pooled ? 0 : machine);
      }
    }
  });
  const options = { test: kind, maxRegression: rest.maxRegression ?? null };
  return analyzeComparison(table.all, options).findings[0]!;
}

function share(repetitions: number, event: (seed: string) => boolean): number {
  let count = 0;
  for (let at = 0; at < repetitions; at++) if (event(`machines/${at}`)) count++;
  return count / repetitions;
}

const codes = ({ warnings }: ComparisonFinding) => warnings.map(({ code }) => code);
const SLOWER = [0.97, 0.97, 0.97, 0.97];
const SAME = [1, 1, 1, 1];

test('3 % slower on four machines of different speed: found within the machines, lost when they are pooled', () => {
  for (const kind of ['welch', 'paired'] as const) {
    const power = share(300, (seed) => measured({ seed, ratios: SLOWER, test: kind }).p < 0.05);
    assert.ok(power >= 0.95, `${kind}: ${power}`);
  }
  const pooled = share(100, (seed) => measured({ seed, ratios: SLOWER, pooled: true }).p < 0.05);
  assert.ok(pooled <= 0.02, String(pooled));
});

test('the estimate is that of the machines, its interval covers, and nothing is found where nothing is', () => {
  const covers = share(600, (seed) => {
    const { interval } = measured({ seed, ratios: SLOWER, runs: 6 });
    return interval.low < -3 && interval.high > -3;
  });
  assert.ok(covers > 0.93 && covers < 0.97, String(covers));
  const alarms = share(600, (seed) => measured({ seed, ratios: SAME, runs: 6 }).p < 0.05);
  assert.ok(alarms > 0.03 && alarms < 0.07, String(alarms));
});

test('a gate judges by the machines', () => {
  const verdict = (ratios: readonly number[]) =>
    measured({ seed: 'gate', ratios, maxRegression: 2 }).gate!.verdict;
  assert.equal(verdict([0.95, 0.95, 0.95, 0.95]), 'regressed');
  assert.equal(verdict(SAME), 'ok');
});

test('machines that disagree in sign are flagged, and each is there to be looked at', () => {
  const finding = measured({ seed: 'disagree', ratios: [1.05, 0.95, 1, 1] });
  assert.deepEqual(codes(finding), ['machines-disagree']);
  const effects = [5, -5, 0, 0];
  finding.machines!.forEach(({ machine, improvement, interval }, at) => {
    assert.equal(machine, at + 1);
    assert.ok(Math.abs(improvement - effects[at]!) < 2.5, `${machine}: ${improvement}`);
    assert.ok(interval.low < improvement && improvement < interval.high);
  });
  assert.deepEqual(codes(measured({ seed: 'differ', ratios: [0.95, 0.8, 0.9, 0.9] })), ['machines-differ']);
  const flagged = share(300, (seed) => codes(measured({ seed, ratios: SLOWER })).length > 0);
  assert.ok(flagged < 0.05, String(flagged));
});

test('a machine with a single pair cannot tell its noise and is left out, with a warning', () => {
  const table = new SampleTable();
  const add = (machine: number, round: number, variant: string, rate: number) =>
    table.add({ filename: 'a.js', configuration: [], variant, round, order: 1, rate, time: 1 }, machine);
  for (let round = 1; round <= 6; round++) {
    add(0, round, 'old', 100 + (round % 3));
    add(0, round, 'new', 100 + ((round * 2) % 3));
  }
  add(1, 7, 'old', 500);
  add(1, 7, 'new', 50);
  const [finding] = analyzeComparison(table.all, { test: 'welch', maxRegression: null }).findings;
  assert.ok(Math.abs(finding!.improvement) < 1);
  assert.ok(codes(finding!).includes('machine-left-out'));
  assert.equal(finding!.machines!.length, 1);
});

test('samples of one machine have no machines', () => {
  assert.equal(measured({ seed: 'one', ratios: [1] }).machines, undefined);
});
