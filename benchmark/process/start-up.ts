// Starting processes of the running binary, without node arguments, one after another; one operation is one start to exit.
import { spawnSync } from 'child_process';
import { createBenchmark } from '../common';

const bench = createBenchmark(main, {
  n: [1],
});

function main({ n }: { n: number }) {
  bench.start();
  for (let i = 0; i < n; i++) {
    const { status, error } = spawnSync(process.execPath, ['-e', '0'], { stdio: 'ignore' });
    if (error) throw error;
    if (status !== 0) throw new Error(`a process exited with status ${status}`);
  }
  bench.end(n);
}
