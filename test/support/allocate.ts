/**
 * A process of known size: touches as many MiB as its first argument says and holds them until its standard input ends,
 * or for as many milliseconds as its second argument says. When it holds them it prints its VmRSS in KiB from before.
 */
import { readFileSync, writeSync } from 'node:fs';

function residentKib(): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'latin1'))![1]);
}

const [mib, holdMs] = process.argv.slice(2);
let held = Buffer.alloc(0);
const end = () => process.exit(held.length === 0 ? 1 : 0);
// All that is not the allocation comes before the baseline is read: streams, timers, and the reading itself once.
if (holdMs === undefined) process.stdin.resume().on('end', end);
residentKib();
const before = residentKib();
held = Buffer.allocUnsafeSlow(Number(mib) * 1024 * 1024).fill(1);
writeSync(1, `${before}\n`);
if (holdMs !== undefined) setTimeout(end, Number(holdMs));
