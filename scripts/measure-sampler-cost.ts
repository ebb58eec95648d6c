/**
 * Prints the CPU time that one reading and one discovery of the memory sampler cost the driver, by number of processes:
 * `node dist/scripts/measure-sampler-cost.js`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { MemoryRecorder } from '../tools/memory/memory-record';
import { ProcessTree } from '../tools/memory/process-tree';
import { tableLines } from '../tools/render/table';

const PROCESS_COUNTS = [1, 5, 30];
const BATCHES = 41;
const READINGS = 50;
const DISCOVERIES = 10;

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

/**
 * Microseconds of CPU time for one call: the median over batches. Elapsed time would grow on a busy machine; a mean would hold
 * what V8's compiler and collector threads do meanwhile.
 */
function cpuMicros(callsPerBatch: number, action: () => void): number {
  const perCall: number[] = [];
  for (let batch = 0; batch < BATCHES; batch++) {
    const start = process.cpuUsage();
    for (let i = 0; i < callsPerBatch; i++) action();
    const { user, system } = process.cpuUsage(start);
    perCall.push((user + system) / callsPerBatch);
  }
  return perCall.sort((a, b) => a - b)[(BATCHES - 1) / 2]!;
}

/** The cost of one reading and one discovery of the tree below this pid, in microseconds. */
function measure(pid: number): { reading: number; discovery: number } {
  const tree = new ProcessTree('/proc', pid);
  try {
    const recorder = new MemoryRecorder();
    let ms = 0;
    // A process that looks like its parent is read from the second time on.
    tree.discover();
    tree.read(recorder);
    const reading = cpuMicros(READINGS, () => {
      tree.read(recorder);
      recorder.endInstant(ms++);
    });
    return { reading, discovery: cpuMicros(DISCOVERIES, () => tree.discover()) };
  } finally {
    tree.close();
  }
}

async function main(): Promise<void> {
  const rows = [['processes', 'reading (µs)', 'a process (µs)', 'discovery (µs)', 'at 100 ms', 'at 10 ms']];
  measure(process.pid); // so that compiling the code is not part of the first row
  for (const count of PROCESS_COUNTS) {
    const root = await startTree(count - 1);
    try {
      const { reading, discovery } = measure(root.pid!);
      const share = (readings: number) => `${((reading * readings + discovery) / 1000).toFixed(2)} %`;
      rows.push([
        String(count),
        reading.toFixed(1),
        (reading / count).toFixed(1),
        discovery.toFixed(0),
        share(1),
        share(10),
      ]);
    } finally {
      root.stdin!.end();
      await once(root, 'exit');
    }
  }
  console.log(tableLines(rows, { columns: rows[0]!.map(() => 'right') }).join('\n'));
  console.log('The last two columns: share of one core, discovery every 100 ms, reading every 100 or 10 ms.');
}

void main();
