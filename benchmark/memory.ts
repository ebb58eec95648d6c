#!/usr/bin/env node
import * as path from 'node:path';
import { printResult } from '../tools/cli/context';
import { EXIT } from '../tools/cli/exit-codes';
import { renderStyle, styleOptions } from '../tools/cli/option-groups';
import { runAsProgram, type Tool } from '../tools/cli/tool';
import { type CurveOfRun, parseSeriesFile } from '../tools/memory/series-file';
import { UsageError } from '../tools/model/errors';
import { fileInput, type Input, streamInput } from '../tools/record/input';
import { renderMemory } from '../tools/render/memory-text';

const options = styleOptions;

/** The curves of a file. Throws a UsageError when it cannot be read or holds none. */
async function readCurves(input: Input): Promise<CurveOfRun[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of input.chunks()) chunks.push(chunk);
  try {
    return parseSeriesFile(Buffer.concat(chunks).toString());
  } catch (error) {
    throw new UsageError(`${input.name} is no file of --memory-series: ${(error as Error).message}`);
  }
}

export const memoryTool: Tool<typeof options> = {
  spec: {
    name: 'memory',
    summary: 'Draws memory over time, as --memory-series of compare, run and scatter has written it.',
    items: '<file|->',
    itemsHelp: 'A file of --memory-series; - is stdin.',
    options,
    example: [
      'memory.json',
      'a curve for each process of each configuration, with peak, median and duration',
    ],
  },
  async run({ options: given, items }, context, interruption) {
    const [item, ...others] = items;
    if (item === undefined || others.length > 0)
      throw new UsageError(`expected one file, got ${items.length}`);
    const input =
      item === '-'
        ? streamInput('stdin', context.stdin, interruption.signal)
        : fileInput(item, path.resolve(context.workingDirectory, item), interruption.signal);
    await printResult(context, renderMemory(await readCurves(input), renderStyle(given, context)));
    return EXIT.done;
  },
};

if (require.main === module) runAsProgram(memoryTool, process.argv.slice(2));
