/**
 * Prints what one reading and one discovery of the memory sampler cost the driver, by number of processes.
 * Run it on an idle machine: `node dist/scripts/measure-sampler-cost.js`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import Table from 'cli-table3';
import { MemoryRecorder } from '../tools/memory/memory-record';
import { ProcessTree } from '../tools/memory/process-tree';

const PROCESS_COUNTS = [1, 5, 30];
const READINGS = 2000;
const DISCOVERIES = 200;

/** A node process with this many idle node processes below it, which end with it. */
async function startTree(children: number): Promise<ChildProcess> {
  const program = `
    const { spawn } = require('node:child_process');
    const idle = "process.stdin.resume(); console.log('ready')";
    let waiting = ${children};
    const ready = () => waiting-- === 0 && console.log('ready');
    for (let i = 0; i < ${children}; i++) {
      spawn(process.execPath, ['-e', idle], { stdio: ['pipe', 'pipe', 'inherit'] }).stdout.once('data', ready);
    }
    ready();
    process.stdin.resume();
    process.stdin.on('end', () => process.exit());`;
  const root = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(root.stdout, 'data');
  return root;
}

/** Median microseconds of an action, after half as many calls for warming up. */
function medianMicros(repetitions: number, action: () => void): number {
  const micros: number[] = [];
  for (let i = -repetitions / 2; i < repetitions; i++) {
    const start = process.hrtime.bigint();
    action();
    const elapsed = Number(process.hrtime.bigint() - start) / 1000;
    if (i >= 0) micros.push(elapsed);
  }
  return micros.sort((a, b) => a - b)[repetitions / 2]!;
}

async function main(): Promise<void> {
  const table = new Table({
    head: ['processes', 'reading (µs)', 'a process (µs)', 'discovery (µs)', 'at 100 ms', 'at 10 ms'],
    colAligns: ['right', 'right', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [] },
  });
  for (const count of PROCESS_COUNTS) {
    const root = await startTree(count - 1);
    const tree = new ProcessTree('/proc', root.pid!);
    try {
      const recorder = new MemoryRecorder();
      let ms = 0;
      tree.discover();
      tree.read(recorder);
      const reading = medianMicros(READINGS, () => {
        tree.read(recorder);
        recorder.endInstant(ms++);
      });
      const discovery = medianMicros(DISCOVERIES, () => tree.discover());
      const share = (readsPerDiscovery: number) =>
        `${((reading * readsPerDiscovery + discovery) / 1000).toFixed(2)} %`;
      table.push([
        count,
        reading.toFixed(1),
        (reading / count).toFixed(1),
        discovery.toFixed(0),
        share(1),
        share(10),
      ]);
    } finally {
      tree.close();
      root.stdin!.end();
      await once(root, 'exit');
    }
  }
  console.log(table.toString());
  console.log('The last two columns: share of one core, discovery every 100 ms, reading every 100 or 10 ms.');
}

void main();
