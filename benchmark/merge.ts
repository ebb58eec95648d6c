#!/usr/bin/env node
import * as path from 'node:path';
import { EXIT } from '../tools/cli/exit-codes';
import { flag, text, valueOption } from '../tools/cli/options';
import { runAsProgram, type Tool } from '../tools/cli/tool';
import { UsageError } from '../tools/model/errors';
import { fileInput } from '../tools/record/input';
import { copyingInput } from '../tools/record/merge';
import { checkDistinctInputs, openReplacingFile } from '../tools/record/output';
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
    const resolve = (name: string) => path.resolve(context.workingDirectory, name);
    checkDistinctInputs(
      items.map((name) => ({ name, file: resolve(name) })),
      'recording',
    );
    const output = openReplacingFile('--record', resolve(given.record), {
      force: given.force,
      inputs: items.map(resolve),
    });
    let joined = 0;
    let complete = true;
    try {
      const inputs = items.map((name) => copyingInput(fileInput(name, resolve(name), signal), output));
      const read = await readSampleFiles(inputs, { skipInvalid: false, onSample() {} });
      const { parts, warnings } = read;
      if (parts.length === 0) throw new UsageError('CSV files are made recordings by corebench import first');
      for (const { code, message } of warnings) {
        await context.stderr.write(`warning: ${message} [${code}]\n`);
      }
      joined = parts.length;
      complete = read.complete;
      output.sync();
    } catch (error) {
      output.discard?.();
      throw error;
    }
    output.close();
    await context.stderr.write(`joined ${joined} recordings in ${given.record}\n`);
    return complete ? EXIT.done : EXIT.trouble;
  },
};

if (require.main === module) runAsProgram(mergeTool, process.argv.slice(2));
