#!/usr/bin/env node
import * as path from 'node:path';
import { EXIT } from '../tools/cli/exit-codes';
import { flag, text, valueOption } from '../tools/cli/options';
import { runAsProgram, type Tool } from '../tools/cli/tool';
import { UsageError } from '../tools/model/errors';
import { fileInput } from '../tools/record/input';
import { copyCompleteLines } from '../tools/record/merge';
import { openOutputFile } from '../tools/record/output';
import { readSampleFiles } from '../tools/record/sample-files';

const options = {
  record: valueOption('FILE', 'the recording to write', text, null),
  force: flag('overwrite a FILE that exists'),
};

export const mergeTool: Tool<typeof options> = {
  spec: {
    name: 'merge',
    summary: 'Joins recordings of several machines into one.',
    items: '<file> …',
    itemsHelp:
      'Recordings of one tool: the shards of a run, or the same run on several machines. What the recordings hold is\n' +
      'copied as it is; analyze compares within each machine.',
    options,
    example: ['--record all.jsonl shard-1.jsonl shard-2.jsonl', 'the run that two machines have shared'],
  },
  async run({ options: given, items }, context, { signal }) {
    if (items.length === 0) throw new UsageError('no recording was named');
    if (given.record === null) throw new UsageError('--record is missing: the recording to write');
    const inputs = items.map((name) => fileInput(name, path.resolve(context.workingDirectory, name), signal));
    // Read whole before anything is written: what cannot be analysed is not merged.
    const { parts, warnings, complete } = await readSampleFiles(inputs, {
      skipInvalid: false,
      onSample() {},
    });
    if (parts.length === 0) throw new UsageError('CSV files are made recordings by corebench import first');
    for (const { code, message } of warnings) await context.stderr.write(`warning: ${message} [${code}]\n`);
    const file = path.resolve(context.workingDirectory, given.record);
    const output = openOutputFile('--record', file, given.force ? 'overwrite' : 'create');
    for (const input of inputs) await copyCompleteLines(input, output);
    output.sync();
    output.close();
    await context.stderr.write(`joined ${parts.length} recordings in ${given.record}\n`);
    return complete ? EXIT.done : EXIT.trouble;
  },
};

if (require.main === module) runAsProgram(mergeTool, process.argv.slice(2));
