/** The two figures of /proc/<pid>/status that matter here, in KiB. */
export interface StatusMemory {
  /** VmRSS: resident now. */
  readonly rssKib: number;
  /** VmHWM: the most that was ever resident since the last exec. */
  readonly hwmKib: number;
}

/**
 * VmRSS and VmHWM from the text of /proc/<pid>/status; null for what has neither: zombies and kernel threads.
 */
export function parseStatus(text: string): StatusMemory | null {
  // The kernel prints VmHWM directly before VmRSS.
  const hwmAt = text.indexOf('\nVmHWM:');
  if (hwmAt === -1) return null;
  const rssAt = text.indexOf('\nVmRSS:', hwmAt);
  if (rssAt === -1) return null;
  return { rssKib: kibAt(text, rssAt + 7), hwmKib: kibAt(text, hwmAt + 7) };
}

/** The whole number that follows blanks at this place. */
function kibAt(text: string, at: number): number {
  let value = 0;
  for (let i = at; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit >= 0 && digit <= 9) value = value * 10 + digit;
    else if (value > 0 || digit === '\n'.charCodeAt(0) - 48) break;
  }
  return value;
}

/** The arguments in the text of /proc/<pid>/cmdline. A title that a process wrote over them is padded with NULs. */
export function parseCommandLine(text: string): string[] {
  const trimmed = text.replace(/\0+$/, '');
  return trimmed === '' ? [] : trimmed.split('\0');
}

/** The pids in the text of /proc/<pid>/task/<tid>/children. */
export function parseChildren(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}
