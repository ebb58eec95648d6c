import { white } from '../../tools/execute/noise';
import { jobSeededExecutor, simulatedCompare } from './recorded-run';

/** A recorded comparison on a simulated machine as a program, a millisecond a job, for tests that kill it. */
const executor = jobSeededExecutor({ seed: 7, count: 3, noise: [white(0.03)], ratio: () => 0.98 }, () => {
  return new Promise((resolve) => setTimeout(resolve, 1));
});
process.send?.('started');
simulatedCompare(process.argv.slice(2), executor).then(({ code, stdout, stderr }) => {
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = code;
  if (process.connected) process.disconnect();
});
