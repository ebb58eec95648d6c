#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { isClosedPipe, realContext } from '../tools/cli/context';
import { EXIT } from '../tools/cli/exit-codes';
import { EXIT_CODE_HELP, nearest, optionWords, plainParser } from '../tools/cli/options';
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
    '  corebench help <tool>     does the same',
    '  corebench completion      prints a script that completes tools and options in bash or zsh',
    '  corebench --version       prints the version',
    '',
    EXIT_CODE_HELP,
    '',
  ].join('\n');
}

/** Prints a text; gives the exit code. What cannot be written is one line on stderr. */
async function print(text: string): Promise<number> {
  const { stdout, stderr } = realContext();
  try {
    await stdout.write(text);
  } catch (error) {
    if (!isClosedPipe(error)) {
      await stderr.write(`corebench: ${(error as Error).message}\n`);
      return EXIT.trouble;
    }
  }
  return EXIT.done;
}

/** Lets yargs print the script for the shell, and answer what that script asks. */
async function complete(argv: readonly string[]): Promise<void> {
  await plainParser()
    .scriptName('corebench')
    .completion('completion', async (current: string, { _: words }: { _: readonly unknown[] }) => {
      const tool = words.map(String).find((word) => Object.hasOwn(TOOLS, word));
      const known =
        tool === undefined || !current.startsWith('-')
          ? Object.keys(TOOLS).filter(() => tool === undefined)
          : optionWords((await TOOLS[tool]!.load()).spec);
      return known.filter((word) => word.startsWith(current));
    })
    .parseAsync([...argv]);
}

async function main(argv: readonly string[]): Promise<void> {
  const [name, ...rest] = argv;
  const isTool = (word: string | undefined) => word !== undefined && Object.hasOwn(TOOLS, word);
  if (name === 'help' && isTool(rest[0])) {
    await runAsProgram(await TOOLS[rest[0]!]!.load(), ['--help']);
  } else if (name === '--help' || name === '-h' || (name === 'help' && rest.length === 0)) {
    process.exitCode = await print(help());
  } else if (name === '--version') {
    process.exitCode = await print(`${version()}\n`);
  } else if (name === 'completion' || name === '--get-yargs-completions') {
    await complete(argv);
  } else if (isTool(name)) {
    await runAsProgram(await TOOLS[name!]!.load(), rest);
  } else {
    const word = name === 'help' ? rest[0] : name;
    const near = word === undefined ? null : nearest(word, Object.keys(TOOLS));
    const said = word === undefined ? 'no tool was named' : `there is no tool "${word}"`;
    const hint = near === null ? `expected one of ${Object.keys(TOOLS).join(', ')}` : `did you mean ${near}?`;
    process.stderr.write(`corebench: ${said}; ${hint}\n`);
    process.exitCode = EXIT.trouble;
  }
}

main(process.argv.slice(2));
