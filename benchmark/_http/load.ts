import { spawn } from 'child_process';
import { Autocannon } from './autocannon';
import type { Benchmarker, LoadOptions } from './benchmarker';
import { H2Load } from './h2load';
import { TestDouble } from './test-double';
import { Wrk } from './wrk';

/** In the order of preference. */
function benchmarkers(protocol: 'http' | 'http2'): Benchmarker[] {
  const all = [new Wrk(), new Autocannon(), new H2Load(), new TestDouble(protocol)];
  return all.filter(({ protocols }) => (protocols as readonly string[]).includes(protocol));
}

/**
 * The benchmarker of a name, or the first that is installed.
 * Throws an Error that says what to install, or which names there are.
 */
export function chooseBenchmarker(name: string | undefined, protocol: 'http' | 'http2'): Benchmarker {
  const all = benchmarkers(protocol);
  if (name === undefined) {
    const eligible = all.filter(({ onlyOnRequest }) => !onlyOnRequest);
    const first = eligible.find((benchmarker) => benchmarker.present());
    if (first !== undefined) return first;
    const how = eligible.map((other) => `${other.name} (${other.install})`).join(' or ');
    throw new Error(`no ${protocol} benchmarker is installed: install ${how}`);
  }
  const named = all.find((benchmarker) => benchmarker.name === name);
  if (named === undefined) {
    const names = all.map((other) => other.name).join(', ');
    throw new Error(`no ${protocol} benchmarker "${name}", expected one of ${names}`);
  }
  if (!named.present()) throw new Error(`benchmarker ${name} is not installed: ${named.install}`);
  return named;
}

/** Runs the benchmarker to its end; calls back with requests per second, or an Error that shows what it printed. */
export function runBenchmarker(
  benchmarker: Benchmarker,
  options: LoadOptions,
  done: (error: Error | null, rate?: number) => void,
): void {
  const [program, ...args] = benchmarker.command(options);
  const child = spawn(program!, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    errors += data;
  });
  child.on('error', (error) => done(error));
  child.on('close', (code, signal) => {
    const rate = code === 0 ? benchmarker.parse(output) : undefined;
    if (rate !== undefined && rate > 0 && Number.isFinite(rate)) done(null, rate);
    else {
      const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
      done(new Error(`${benchmarker.name} gave no rate (${how}):\n${output}${errors}`));
    }
  });
}
