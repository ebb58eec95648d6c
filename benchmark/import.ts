#!/usr/bin/env node
import * as path from 'node:path';
import { EXIT } from '../tools/cli/exit-codes';
import { flag, text, valueOption } from '../tools/cli/options';
import { runAsProgram, type Tool } from '../tools/cli/tool';
import { UsageError } from '../tools/model/errors';
import { RECORDING_VERSION } from '../tools/model/recording';
import { readCsv } from '../tools/record/csv-reader';
import { fileInput, streamInput } from '../tools/record/input';
import { type FileOutput, openReplacingFile } from '../tools/record/output';
import { RecordingWriter, recordedSample } from '../tools/record/recording-writer';

const options = {
  record: valueOption('FILE', 'the recording to write', text, null),
  force: flag('overwrite a FILE that exists'),
  'skip-invalid': flag('leave invalid rows out and list them, instead of stopping at the first'),
};

export const importTool: Tool<typeof options> = {
  spec: {
    name: 'import',
    summary: 'Makes a recording of a CSV file, for the tools that take recordings.',
    items: '<file|->',
    itemsHelp:
      'A CSV file of compare, scatter or run, of this toolkit or of Node core; - is stdin. What no CSV file holds\n' +
      '(plan, seed, machine) the recording does not have: it can be analysed and merged, not resumed.',
    options,
    example: ['--record run.jsonl samples.csv', 'the samples of an earlier run'],
  },
  async run({ options: given, items, arguments: typed }, context, { signal }) {
    if (items.length !== 1) throw new UsageError(`expected one CSV file, got ${items.length}`);
    if (given.record === null) throw new UsageError('--record is missing: the recording to write');
    const [name] = items as [string];
    const input =
      name === '-'
        ? streamInput('stdin', context.stdin, signal)
        : fileInput(name, path.resolve(context.workingDirectory, name), signal);
    const file = path.resolve(context.workingDirectory, given.record);
    const output = openReplacingFile('--record', file, {
      force: given.force,
      inputs: name === '-' ? [] : [path.resolve(context.workingDirectory, name)],
    });
    const writer = new RecordingWriter(output);
    const { samples, warnings } = await discardingOnError(output, () =>
      readCsv([input], {
        skipInvalid: given['skip-invalid'],
        onKind: (tool) =>
          writer.line({
            type: 'header',
            format: 'corebench-recording',
            version: RECORDING_VERSION,
            tool,
            arguments: typed,
            settings: {},
            seed: null,
            variants: [],
            plan: null,
            shard: null,
            environment: null,
          }),
        onSample: (sample) => writer.line(recordedSample(sample)),
      }),
    );
    writer.close({ complete: true, samples, failures: 0, skipped: 0 });
    for (const { code, message } of warnings) await context.stderr.write(`warning: ${message} [${code}]\n`);
    await context.stderr.write(`wrote ${samples} samples to ${given.record}\n`);
    return EXIT.done;
  },
};

async function discardingOnError<T>(output: FileOutput, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    output.discard?.();
    throw error;
  }
}

if (require.main === module) runAsProgram(importTool, process.argv.slice(2));
