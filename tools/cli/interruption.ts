import { setMaxListeners } from 'node:events';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Whether the user, or the system, wants the run to stop. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** The signal that came; null when none did. */
  readonly received: () => NodeJS.Signals | null;
  /** Gives the signals back to the process. */
  dispose(): void;
}

/**
 * Turns the first SIGINT, SIGTERM or SIGHUP into an abort, so that what was measured is written out; a second one
 * ends the process at once (its exit handlers still end every measured process).
 */
export function listenForInterruption(): Interruption {
  const controller = new AbortController();
  // Every benchmark file, process and reader of a run listens to it.
  setMaxListeners(0, controller.signal);
  let received: NodeJS.Signals | null = null;
  const onSignal = (signal: NodeJS.Signals) => {
    if (received !== null) process.exit(130);
    received = signal;
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    signal: controller.signal,
    received: () => received,
    dispose() {
      for (const signal of SIGNALS) process.removeListener(signal, onSignal);
    },
  };
}
