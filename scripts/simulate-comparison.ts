/*
 * How often the comparison is right on machines that are not quiet: whole comparisons on simulated machines, through
 * planner, recorder, analysis and gate, as the tables of doc/statistics.md have them.
 *
 *   node dist/scripts/simulate-comparison.js [REPETITIONS]
 */
import { countContradictions } from '../test/support/contradictions';
import {
  gateOfFifty,
  MACHINES,
  passedInSpiteOfLoss,
  powerOnNoisyMachine,
  starredShare,
  stoppedEarly,
} from '../test/support/experiments';

const repetitions = Number(process.argv[2] ?? 1000);
const fewer = Math.max(2, Math.round(repetitions / 20));
const TESTS = ['paired', 'welch'] as const;

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function row(...cells: string[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}

function head(...cells: string[]): void {
  console.log('');
  row(...cells);
  row(...cells.map(() => '---'));
}

async function main(): Promise<void> {
  head(
    `equal sides, 30 rounds, ${repetitions} rows`,
    'paired',
    'paired, fixed order',
    'welch',
    'welch, fixed order',
  );
  for (const machine of Object.keys(MACHINES)) {
    const cells: string[] = [];
    for (const test of TESTS) {
      for (const order of ['random', 'fixed'] as const) {
        cells.push(percent(await starredShare(repetitions, machine, test, order)));
      }
    }
    row(machine, ...cells);
  }

  head(`loss of 2 %, AR(.95) 5 % with spikes, ${repetitions} rows`, ...TESTS);
  const power = [];
  for (const test of TESTS) power.push(percent(await powerOnNoisyMachine(repetitions, test)));
  row('found', ...power);

  head(
    `gate at 5 %, 50 configurations, cv 2 %, ${fewer} runs`,
    'fails without a loss',
    'finds a loss of 8 %',
  );
  for (const test of TESTS) {
    const none = await gateOfFifty(fewer, test, 0);
    const one = await gateOfFifty(fewer, test, 0.08);
    row(test, percent(none.failed), percent(one.found));
  }

  head(`--undecided fail, a loss of exactly 5 %, ${repetitions} runs: passes`, 'cv 2 %', 'cv 5 %', 'cv 10 %');
  for (const test of TESTS) {
    const cells = [];
    for (const cv of [0.02, 0.05, 0.1]) cells.push(percent(await passedInSpiteOfLoss(repetitions, test, cv)));
    row(test, ...cells);
  }

  head(`--decide, 10 looks, cv 2 %, gate at 5 %, ${repetitions} rows`, 'paired', 'welch');
  const early = async (name: string, times: number, count: number, ratioOf: (index: number) => number) => {
    const results = [];
    for (const test of TESTS) results.push(await stoppedEarly(times, test, { count, cv: 0.02, ratioOf }));
    row(`${name}: regressed`, ...results.map(({ failed }) => percent(failed)));
    row(`${name}: stars`, ...results.map(({ starred }) => percent(starred)));
    row(`${name}: processes saved`, ...results.map(({ saved }) => percent(saved)));
  };
  await early('loss of exactly 5 %', repetitions, 1, () => 0.95);
  await early('no change', repetitions, 1, () => 1);
  await early('loss of 5 % and two deviations', repetitions, 1, () => 0.91);
  await early(`50 configurations, two of them −10 %, ${fewer} runs`, fewer, 50, (index) =>
    index <= 2 ? 0.9 : 1,
  );

  const tables = 100 * repetitions;
  console.log(
    `\nverdict against interval or p: ${countContradictions(tables, 'tables')} contradictions in ${tables} random tables`,
  );
}

main();
