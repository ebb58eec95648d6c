import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Environment, MeasuredBinary } from '../model/environment';
import type { Variant } from '../model/job';
import { sha256OfFile } from '../record/file-hash';
import { readMachine } from './machine';

const run = promisify(execFile);

const VERSIONS_TIMEOUT_MS = 20_000;

async function versionsOf(binary: string): Promise<MeasuredBinary['versions']> {
  try {
    const { stdout } = await run(binary, ['-p', 'JSON.stringify(process.versions)'], {
      timeout: VERSIONS_TIMEOUT_MS,
    });
    return JSON.parse(stdout) as { [component: string]: string };
  } catch {
    return null;
  }
}

export interface EnvironmentOptions {
  readonly variants: readonly Variant[];
  readonly cpuset: string | null;
  readonly seed: string;
  /** Stands for `/`; tests give another. */
  readonly root?: string;
}

/**
 * What a run's figures depend on besides the benchmarks, as it is now. Starts each binary once and reads it once
 * (about 0.2 s for 100 MB), however many variants share it.
 */
export async function captureEnvironment(options: EnvironmentOptions): Promise<Environment> {
  // The machine first: hashing the binaries is load of its own.
  const machine = readMachine(options.root);
  const facts = new Map<string, Pick<MeasuredBinary, 'sha256' | 'versions'>>();
  for (const { binary } of options.variants) {
    if (facts.has(binary)) continue;
    const [hash, versions] = await Promise.all([sha256OfFile(binary), versionsOf(binary)]);
    facts.set(binary, { sha256: hash, versions });
  }
  return {
    machine,
    binaries: options.variants.map(({ label, binary }) => ({ label, path: binary, ...facts.get(binary)! })),
    cpuset: options.cpuset,
    seed: options.seed,
  };
}
