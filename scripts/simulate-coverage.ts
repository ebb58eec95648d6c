/**
 * Simulates how often the intervals cover the truth, at full size, and prints one line a cell:
 *
 *     node dist/scripts/simulate-coverage.js [ROUNDS]
 *
 * 20 000 rounds (the default) leave a standard error of 0.15 points. The figures are quoted in doc/statistics.md.
 */
import { type CoverageCell, simulateCoverage } from '../test/support/coverage';

const rounds = Number(process.argv[2] ?? 20000);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error(`simulate-coverage: ROUNDS must be a positive integer, not ${process.argv[2]}`);
  process.exit(3);
}

const cells: CoverageCell[] = [];
for (const shape of ['normal', 'lognormal'] as const) {
  for (const truth of [0.2, 0.5, 1, 2, 5]) {
    for (const [n, m] of [
      [10, 10],
      [30, 30],
      [100, 100],
      [10, 100],
      [100, 10],
    ]) {
      cells.push({ interval: 'ratio', shape, n, m, truth });
    }
  }
}
for (const shape of ['spiky', 'bimodal'] as const) {
  for (const truth of [0.2, 1, 5]) {
    for (const n of [10, 30, 100]) cells.push({ interval: 'ratio', shape, n, m: n, truth });
  }
}
for (const shape of ['normal', 'spiky', 'bimodal'] as const) {
  for (const n of [10, 30, 100]) {
    for (const truth of [0.5, 1, 2]) cells.push({ interval: 'paired', shape, n, m: n, truth });
    for (const truth of [-0.05, 0, 0.05]) cells.push({ interval: 'shift', shape, n, m: n, truth });
  }
  cells.push({ interval: 'shift', shape, n: 10, m: 100, truth: 0.05 });
}

console.log('interval  shape      n    m   truth  coverage');
for (const cell of cells) {
  const percent = (100 * simulateCoverage(cell, rounds)).toFixed(2);
  console.log(
    [
      cell.interval.padEnd(8),
      cell.shape.padEnd(9),
      String(cell.n).padStart(4),
      String(cell.m).padStart(4),
      String(cell.truth).padStart(6),
      percent.padStart(7),
    ].join('  '),
  );
}
