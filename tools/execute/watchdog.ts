import { type ChildProcess, spawn } from 'node:child_process';

/** Reads the process groups that are running, one line whenever they change, and ends the last ones at the end. */
const PROGRAM =
  'end() { for group in $groups; do kill -s "$1" -- "-$group"; done; }; ' +
  'while read -r line; do groups=$line; done; ' +
  'if [ -n "$groups" ]; then end TERM; sleep 1; end KILL; fi';

/**
 * A shell that outlives this process, however that ends, and ends the process groups which it left behind: by SIGTERM, and
 * by SIGKILL a second later. It sleeps until then. Where there is no shell nothing is watched.
 */
export class Watchdog {
  private shell: ChildProcess | null = null;

  /** Says which groups are running now. */
  watch(groups: readonly number[]): void {
    if (this.shell === null) this.shell = this.start();
    this.shell.stdin?.write(`${groups.join(' ')}\n`);
  }

  private start(): ChildProcess {
    // Detached, so that what is sent to the driver's group passes it by.
    const shell = spawn('/bin/sh', ['-c', PROGRAM], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    shell.on('error', () => {});
    shell.stdin?.on('error', () => {});
    shell.unref();
    (shell.stdin as unknown as { unref?(): void } | null)?.unref?.();
    return shell;
  }
}
