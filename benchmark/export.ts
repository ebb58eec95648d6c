#!/usr/bin/env node
import * as path from 'node:path';
import { openCsv } from '../tools/cli/csv-output';
import { EXIT } from '../tools/cli/exit-codes';
import { flag, text, valueOption } from '../tools/cli/options';
import { runAsProgram, type Tool } from '../tools/cli/tool';
import { UsageError } from '../tools/model/errors';
import { CsvWriter } from '../tools/record/csv-writer';
import { fileInput } from '../tools/record/input';
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
    // Twice: which columns there are is known when all samples have been seen.
    const layout = await surveyRecording(fileInput(items[0]!, file, signal));
    const output = openCsv(given.csv, { force: given.force, resume: null }, context)!;
    const csv = new CsvWriter(output, layout);
    await csv.writeHeader();
    let samples = 0;
    for await (const lines of readRecording(fileInput(items[0]!, file, signal))) {
      for (const line of lines) {
        if (line.kind === 'invalid') throw new UsageError(line.problem);
        if (line.kind !== 'sample') continue;
        samples++;
        await csv.write(line.sample);
      }
    }
    output.close();
    if (given.csv !== '-') await context.stderr.write(`wrote ${samples} samples to ${given.csv}\n`);
    return EXIT.done;
  },
};

if (require.main === module) runAsProgram(exportTool, process.argv.slice(2));
