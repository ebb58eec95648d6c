import { shellQuote } from './repeat-command';

/** CPU time of a command and all its children that were waited for, in seconds. */
export interface CpuTimes {
  readonly userSeconds: number;
  readonly systemSeconds: number;
}

/**
 * The program for `bash -c` that runs a command once and writes its CPU times to the file `report`, for parseCpuTimes.
 * Its exit code is that of the command.
 *
 * The command runs in a subshell, so that its own `exit` does not lose the report; by eval, so that a comment or a
 * here-document at its end, or a bracket too many, cannot reach what follows; and with the stderr it would have had. A group
 * stands around the subshell: bash reports on a bare one to the stderr of the command.
 */
export function timedScript(command: string, report: string): string {
  const inner = `( unset TIMEFORMAT; eval ${shellQuote(command)} )`;
  return `TIMEFORMAT='%3U %3S'; { time { ${inner} 2>&3 3>&-; }; } 3>&2 2>${shellQuote(report)}`;
}

/**
 * The CPU times in the report of a timedScript: its last line, exactly two numbers, with a decimal point or the comma of
 * the locale. Lines before it are the shell's word on a command that a signal has ended. Throws an Error that quotes the
 * line when it is anything else.
 */
export function parseCpuTimes(report: string): CpuTimes {
  const line = report.trimEnd().split('\n').pop()!;
  const found = /^(\d+[.,]\d+) (\d+[.,]\d+)$/.exec(line);
  if (found === null) throw new Error(`the shell reported no CPU times, but ${JSON.stringify(line)}`);
  const [userSeconds, systemSeconds] = [found[1]!, found[2]!].map((text) => Number(text.replace(',', '.')));
  return { userSeconds: userSeconds!, systemSeconds: systemSeconds! };
}
