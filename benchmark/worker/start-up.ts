// Starting worker threads one after another; one operation is one worker with an empty script, from start to exit.
import { Worker } from 'worker_threads';
import { createBenchmark } from '../common';

const bench = createBenchmark(main, {
  n: [2],
});

function main({ n }: { n: number }) {
  let exited = 0;
  const next = () => {
    // Without execArgv a worker would load again what the measured process was told to --require.
    new Worker('', { eval: true, execArgv: [] }).on('exit', (code) => {
      if (code !== 0) throw new Error(`a worker exited with code ${code}`);
      if (++exited < n) next();
      else bench.end(n);
    });
  };
  bench.start();
  next();
}
