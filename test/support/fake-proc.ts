import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A process as a fake /proc shows it. */
export interface FakeProcess {
  /** Without any, the process is being executed and `exe` must be given. */
  readonly argv: readonly string[];
  readonly exe?: string;
  /** KiB; a zombie has none. */
  readonly memory?: { readonly rss: number; readonly hwm: number };
  /** The children of each thread. */
  readonly children?: readonly (readonly number[])[];
}

/** A directory that looks like /proc to the sampler, and changes when told. */
export class FakeProc {
  readonly root = mkdtempSync(join(tmpdir(), 'fake-proc-'));

  /** Adds a process, or rewrites its files in place, as descriptors kept on them must see. */
  set(pid: number, { argv, exe = `/usr/bin/${argv[0]}`, memory, children = [[]] }: FakeProcess): void {
    const directory = join(this.root, String(pid));
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, 'cmdline'), argv.map((arg) => `${arg}\0`).join(''));
    const vm = memory && `VmPeak:\t  999999 kB\nVmHWM:\t ${memory.hwm} kB\nVmRSS:\t ${memory.rss} kB\n`;
    writeFileSync(
      join(directory, 'status'),
      `Name:\t${argv[0] ?? exe}\nState:\t${vm ? 'S' : 'Z'}\n${vm ?? ''}Threads:\t1\n`,
    );
    for (const [link, target] of [
      ['exe', exe],
      ['cwd', '/home'],
    ] as const) {
      rmSync(join(directory, link), { force: true });
      symlinkSync(target, join(directory, link));
    }
    children.forEach((pids, thread) => {
      const task = join(directory, 'task', String(pid + thread));
      mkdirSync(task, { recursive: true });
      writeFileSync(join(task, 'children'), pids.map((child) => `${child} `).join(''));
    });
  }

  /** Makes a process a zombie without children. */
  end(pid: number): void {
    const directory = join(this.root, String(pid));
    writeFileSync(join(directory, 'status'), 'Name:\tgone\nState:\tZ (zombie)\n');
    writeFileSync(join(directory, 'cmdline'), '');
    rmSync(join(directory, 'task'), { recursive: true });
  }

  remove(): void {
    rmSync(this.root, { recursive: true });
  }
}
