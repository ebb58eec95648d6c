import { constants } from 'node:os';

/** The exit codes of every tool. */
export const EXIT = {
  done: 0,
  /** A gate found a regression. */
  regressed: 1,
  /** A gate was undecided and was asked to fail then. */
  undecided: 2,
  /** Usage, unreadable input, a benchmark failed or timed out, nothing measured. */
  trouble: 3,
  /** Nobody reads what is measured any more (128 + SIGPIPE). */
  unread: 141,
} as const;

/** 128 and the signal's number: 130 for SIGINT, 143 for SIGTERM. */
export function exitCodeOfSignal(signal: NodeJS.Signals): number {
  return 128 + (constants.signals[signal] ?? 0);
}
