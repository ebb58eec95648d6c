#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { EXIT } from '../tools/cli/exit-codes';
import { nearest } from '../tools/cli/options';
import { type AnyTool, runAsProgram } from '../tools/cli/tool';

/** The tools by name; each file is loaded only when its tool is used. */
const TOOLS: { readonly [name: string]: { readonly summary: string; load(): Promise<AnyTool> } } = {
  compare: {
    summary: 'measure benchmarks under two Node.js binaries and say whether the new one is slower',
    load: async () => (await import('./compare.js')).compareTool,
  },
  scatter: {
    summary: 'sweep the parameters of one benchmark and say how its rate depends on them',
    load: async () => (await import('./scatter.js')).scatterTool,
  },
  analyze: {
    summary: 'analyse saved samples: recordings and CSV of compare, scatter or run',
    load: async () => (await import('./analyze.js')).analyzeTool,
  },
  'calibrate-n': {
    summary: 'find for each configuration the smallest n that measures it well',
    load: async () => (await import('./calibrate-n.js')).calibrateTool,
  },
  merge: {
    summary: 'join recordings of several machines',
    load: async () => (await import('./merge.js')).mergeTool,
  },
  export: {
    summary: 'write the samples of a recording as CSV',
    load: async () => (await import('./export.js')).exportTool,
  },
  import: {
    summary: 'make a recording of a CSV file',
    load: async () => (await import('./import.js')).importTool,
  },
  run: {
    summary: 'run benchmarks and print their rates',
    load: async () => (await import('./run.js')).runTool,
  },
  aa: {
    summary: 'compare a binary with itself: how much noise there is, and what can be found in it',
    load: async () => (await import('./aa.js')).aaTool,
  },
  doctor: {
    summary: 'say what on this machine will disturb measurements, and what to do about it',
    load: async () => (await import('./doctor.js')).doctorTool,
  },
  cpu: {
    summary: 'hold the CPUs at their highest frequency for a measurement, and put it back',
    load: async () => (await import('./cpu.js')).cpuTool,
  },
  memory: {
    summary: 'draw memory over time: a file of --memory-series',
    load: async () => (await import('./memory.js')).memoryTool,
  },
};

function version(): string {
  const file = path.resolve(__dirname, '../../package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

function help(): string {
  const width = Math.max(...Object.keys(TOOLS).map((name) => name.length));
  const tools = Object.entries(TOOLS).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    'corebench measures JavaScript the way Node.js core does.',
    '',
    '  corebench <tool> [options] …',
    '',
    ...tools,
    '',
    '  corebench <tool> --help   lists the options of a tool',
    '  corebench --version       prints the version',
    '',
  ].join('\n');
}

async function main([name, ...rest]: readonly string[]): Promise<void> {
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(help());
  } else if (name === '--version') {
    process.stdout.write(`${version()}\n`);
  } else if (name !== undefined && Object.hasOwn(TOOLS, name)) {
    await runAsProgram(await TOOLS[name]!.load(), rest);
  } else {
    const near = name === undefined ? null : nearest(name, Object.keys(TOOLS));
    const said = name === undefined ? 'no tool was named' : `there is no tool "${name}"`;
    const hint = near === null ? `expected one of ${Object.keys(TOOLS).join(', ')}` : `did you mean ${near}?`;
    process.stderr.write(`corebench: ${said}; ${hint}\n`);
    process.exitCode = EXIT.trouble;
  }
}

main(process.argv.slice(2));
