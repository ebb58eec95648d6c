import { readFileSync } from 'node:fs';
import type { Warning } from '../model/warning';
import { parseStatus } from './parse-proc';

/**
 * Null when the sampler can work here; else the one warning (`memory-unavailable`) that says why memory columns stay
 * empty. The sampler needs Linux's /proc with `task/<tid>/children` (CONFIG_PROC_CHILDREN).
 */
export function memorySupport(procRoot = '/proc'): Warning | null {
  const unavailable = (why: string): Warning => ({
    code: 'memory-unavailable',
    message: `memory is not measured: ${why}`,
  });
  try {
    const status = readFileSync(`${procRoot}/self/status`, 'latin1');
    if (parseStatus(status) === null) return unavailable(`${procRoot}/self/status has no VmHWM and VmRSS`);
  } catch {
    return unavailable(`there is no ${procRoot} (it exists on Linux only)`);
  }
  try {
    readFileSync(`${procRoot}/self/task/${process.pid}/children`);
  } catch {
    return unavailable(
      `${procRoot} does not list the children of processes (kernel option CONFIG_PROC_CHILDREN)`,
    );
  }
  return null;
}
