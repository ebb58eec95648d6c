import type { MemorySummary } from '../model/memory';
import type { PeakMethod } from '../model/sample';
import type { Warning } from '../model/warning';

/** A peak RSS and how it was obtained. */
export interface Peak {
  readonly peakRssKib: number;
  readonly peakMethod: PeakMethod;
}

/** What is known of a run's peak; leave out what is not. */
export interface PeakSources {
  /** VmHWM as the measured process read it when it exited. */
  readonly vmHwmKib?: number;
  readonly gnuTimeKib?: number;
  readonly sampled?: MemorySummary | null;
}

/** What may be asked for where a foreign command is measured. */
export type PeakChoice = 'auto' | 'gnu-time' | 'sampler';

/** Whether a peak of this method is the true one or may have been missed by the last reading. */
export function peakBound(method: PeakMethod): 'exact' | 'lower-bound' {
  return method === 'sampler' ? 'lower-bound' : 'exact';
}

/**
 * The best of the peaks known: that of the process itself, else GNU time's, else the sampler's; null without any. They
 * are never mixed: a run whose method depended on the figures could not be compared with the next one.
 */
export function bestPeak({ vmHwmKib, gnuTimeKib, sampled }: PeakSources): Peak | null {
  if (vmHwmKib !== undefined) return { peakRssKib: vmHwmKib, peakMethod: 'vmhwm' };
  if (gnuTimeKib !== undefined) return { peakRssKib: gnuTimeKib, peakMethod: 'gnu-time' };
  return sampled ? { peakRssKib: sampled.peakRssKib, peakMethod: sampled.peakMethod } : null;
}

/**
 * A warning (`child-above-peak`) when a child of the measured process was seen to hold more than the process itself ever
 * did, so that its own peak is not that of the tree; else null.
 */
export function childAbovePeak(
  record: Pick<MemorySummary, 'descendantPeakRssKib'>,
  vmHwmKib: number,
): Warning | null {
  if (record.descendantPeakRssKib <= vmHwmKib) return null;
  return {
    code: 'child-above-peak',
    message:
      `a child process reached at least ${record.descendantPeakRssKib} KiB, more than the ${vmHwmKib} KiB of the ` +
      'measured process, whose peak is the one compared',
  };
}

/**
 * How the peak of foreign commands is to be measured: what was asked for, and for `auto` GNU time when there is one,
 * else the sampler, else null (no memory figures). `gnuTime` is the program found or null; `samplerProblem` what
 * memorySupport says. Throws an Error that says what is missing when an explicit choice is not possible.
 */
export function choosePeakMethod(
  choice: PeakChoice,
  gnuTime: string | null,
  samplerProblem: Warning | null,
): 'gnu-time' | 'sampler' | null {
  if (choice === 'gnu-time' && gnuTime === null) {
    throw new Error(
      '--peak-rss gnu-time: GNU time is not installed (no `time` on PATH whose --version names it)',
    );
  }
  if (choice === 'sampler' && samplerProblem !== null) {
    throw new Error(`--peak-rss sampler: ${samplerProblem.message}`);
  }
  if (choice !== 'auto') return choice;
  if (gnuTime !== null) return 'gnu-time';
  return samplerProblem === null ? 'sampler' : null;
}
