/**
 * Shows that the tests of tools/stats can fail: applies the faults of seeded-faults.json one at a time and demands that
 * a test turns red.
 *
 *     npm run build && node dist/scripts/seeded-faults.js [MODULE]
 *
 * A fault is a replacement in one compiled module. It is made in a copy of dist in a temporary directory, so that the
 * checkout is never touched. Ends with 0 when every fault was found, 1 when one survived, 3 when a replacement does not
 * fit its module exactly once (the catalogue is out of date) or the tests fail without a fault.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface Fault {
  /** File name in tools/stats, without extension. */
  readonly module: string;
  readonly fault: string;
  /** Text of the compiled module, found exactly once. */
  readonly search: string;
  readonly replace: string;
}

/** A fault that makes the code run for ever is found, too: by this limit. */
const TEST_TIMEOUT_MS = 180_000;

const ROOT = path.join(__dirname, '..', '..');

function main(only: string | undefined): number {
  const catalogue: Fault[] = JSON.parse(
    readFileSync(path.join(ROOT, 'scripts', 'seeded-faults.json'), 'utf8'),
  );
  const faults = catalogue.filter((fault) => only === undefined || fault.module === only);
  const misfits = faults.filter((fault) => occurrences(fault) !== 1);
  for (const fault of misfits) {
    console.error(`${label(fault)}: its text occurs ${occurrences(fault)} times: ${fault.search}`);
  }
  if (misfits.length > 0 || faults.length === 0) {
    console.error(
      faults.length === 0 ? `no faults for ${only}` : 'seeded-faults.json does not fit the build',
    );
    return 3;
  }
  const copy = mkdtempSync(path.join(tmpdir(), 'corebench-faults-'));
  try {
    return tryAll(faults, copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function compiled(module: string, root = ROOT): string {
  return path.join(root, 'dist', 'tools', 'stats', `${module}.js`);
}

function occurrences(fault: Fault): number {
  return readFileSync(compiled(fault.module), 'utf8').split(fault.search).length - 1;
}

function label(fault: Fault): string {
  return `${fault.module}: ${fault.fault}`;
}

function tryAll(faults: readonly Fault[], copy: string): number {
  for (const part of [
    'package.json',
    'test/fixtures',
    'dist/tools',
    'dist/test/stats',
    'dist/test/support',
  ]) {
    cpSync(path.join(ROOT, part), path.join(copy, part), { recursive: true });
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  const redAnyway = firstRed(copy, '');
  if (redAnyway !== null) {
    console.error(`without any fault ${redAnyway} is red`);
    return 3;
  }
  const survivors: Fault[] = [];
  for (const fault of faults) {
    const file = compiled(fault.module, copy);
    const intact = readFileSync(file, 'utf8');
    writeFileSync(file, intact.split(fault.search).join(fault.replace));
    const red = firstRed(copy, fault.module);
    writeFileSync(file, intact);
    if (red === null) survivors.push(fault);
    console.log(`${red === null ? 'SURVIVED' : 'red'}  ${label(fault)}${red === null ? '' : `  (${red})`}`);
  }
  console.log(`${faults.length - survivors.length} of ${faults.length} faults turned a test red`);
  return survivors.length === 0 ? 0 : 1;
}

/** The first test file that fails, the module's own file being tried first and the simulations last; null when none does. */
function firstRed(copy: string, module: string): string | null {
  const directory = path.join(copy, 'dist', 'test', 'stats');
  const rank = (file: string) => (file === `${module}.test.js` ? 0 : file === 'coverage.test.js' ? 2 : 1);
  const files = readdirSync(directory)
    .filter((file) => file.endsWith('.test.js'))
    .sort((a, b) => rank(a) - rank(b));
  for (const file of files) {
    const { status, signal, error } = spawnSync(process.execPath, [path.join(directory, file)], {
      stdio: 'ignore',
      timeout: TEST_TIMEOUT_MS,
    });
    if (status === 0) continue;
    // A fault may keep a test from ending; anything else that is not an exit code is trouble of this machine.
    const timedOut = error !== undefined && 'code' in error && error.code === 'ETIMEDOUT';
    if (timedOut) return `${file}, timed out`;
    if (error !== undefined || status === null) {
      throw new Error(`${file} could not be run: ${error?.message ?? signal}`);
    }
    return file;
  }
  return null;
}

process.exitCode = main(process.argv[2]);
