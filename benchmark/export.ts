#!/usr/bin/env node
import { createWriteStream, statSync } from 'node:fs';
import * as path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { EXIT } from '../tools/cli/exit-codes';
import { flag, text, valueOption } from '../tools/cli/options';
import { runAsProgram, type Tool } from '../tools/cli/tool';
import { createTemporaryDirectory } from '../tools/memory/temporary-directory';
import { UsageError } from '../tools/model/errors';
import { CsvWriter } from '../tools/record/csv-writer';
import { fileInput, type Input } from '../tools/record/input';
import { type Output, openReplacingFile } from '../tools/record/output';
import { readRecording } from '../tools/record/recording-reader';
import { surveyRecording } from '../tools/record/recording-survey';

const options = {
  csv: valueOption('FILE', 'write the samples to FILE; - is stdout', text, '-', 'stdout'),
  force: flag('overwrite a FILE that exists'),
};

export const exportTool: Tool<typeof options> = {
  spec: {
    name: 'export',
    summary: 'Writes the samples of a recording as CSV, as the tool that measured them would have.',
    items: '<file>',
    itemsHelp: 'A recording of compare, scatter or run, complete or not.',
    options,
    example: ['--csv samples.csv run.jsonl', "for programs that read Node core's CSV files"],
  },
  async run({ options: given, items }, context, { signal }) {
    if (items.length !== 1) throw new UsageError(`expected one recording, got ${items.length}`);
    const file = path.resolve(context.workingDirectory, items[0]!);
    const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() !== false;
    const samples = isFile
      ? await exportSamples(() => fileInput(items[0]!, file, signal))
      : await exportPipe(fileInput(items[0]!, file, signal));
    if (given.csv !== '-') await context.stderr.write(`wrote ${samples} samples to ${given.csv}\n`);
    return EXIT.done;

    /** Reads twice: which columns there are is known when all samples have been seen. */
    async function exportSamples(open: () => Input): Promise<number> {
      const csvFile = path.resolve(context.workingDirectory, given.csv);
      const layout = await surveyRecording(open());
      const output: Output =
        given.csv === '-'
          ? { write: (line) => context.stdout.write(line), close() {} }
          : openReplacingFile('--csv', csvFile, { force: given.force, inputs: [file] });
      let samples = 0;
      try {
        const csv = new CsvWriter(output, layout);
        await csv.writeHeader();
        for await (const lines of readRecording(open())) {
          for (const line of lines) {
            if (line.kind === 'invalid') throw new UsageError(line.problem);
            if (line.kind !== 'sample') continue;
            samples++;
            await csv.write(line.sample);
          }
        }
      } catch (error) {
        output.discard?.();
        throw error;
      }
      output.close();
      return samples;
    }

    /** A pipe gives its bytes once: they are kept in a file while they are needed. */
    async function exportPipe(pipe: Input): Promise<number> {
      const directory = createTemporaryDirectory();
      try {
        const copy = path.join(directory.path, 'recording');
        await pipeline(pipe.chunks(), createWriteStream(copy));
        return await exportSamples(() => fileInput(pipe.name, copy, signal));
      } finally {
        directory.remove();
      }
    }
  },
};

if (require.main === module) runAsProgram(exportTool, process.argv.slice(2));
