/**
 * A driver of known size: holds as many MiB as its first argument says and measures one child after another that
 * allocates as many as each further argument says. Prints [{mib, baselineKib, peakRssKib}].
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ProcSampler } from '../../tools/memory';

async function measure(mib: number) {
  const child = spawn(process.execPath, [join(__dirname, 'allocate.js'), String(mib)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const sampler = new ProcSampler({ pid: child.pid, readIntervalMs: 10 });
  sampler.start();
  try {
    const [line] = await once(child.stdout, 'data');
    return { mib, baselineKib: Number(line), peakRssKib: sampler.stop().peakRssKib };
  } finally {
    sampler.stop();
    child.stdin.end();
    await once(child, 'exit');
  }
}

async function main(): Promise<void> {
  const [hold, ...children] = process.argv.slice(2).map(Number);
  const held = Buffer.allocUnsafeSlow(hold! * 1024 * 1024).fill(1);
  const measurements = [];
  for (const mib of children) measurements.push(await measure(mib));
  console.log(JSON.stringify(held.length >= 0 ? measurements : null));
}

void main();
