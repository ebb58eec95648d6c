import { readFileSync } from 'node:fs';
import type { Outcome, Sample } from '../../tools/model/sample';
import { openOutputFile } from '../../tools/record/output';
import { RecordingWriter } from '../../tools/record/recording-writer';
import { BENCHMARK, OLD } from './simulation';

/** Records as many samples as its argument says, to /dev/null, and prints its peak RSS in KiB. */
const writer = new RecordingWriter(openOutputFile('--record', '/dev/null', 'create'));
for (let round = 1; round <= Number(process.argv[2]); round++) {
  const configuration = [['n', 1e6]] as const;
  const job = {
    benchmark: BENCHMARK,
    configuration,
    variant: OLD,
    round,
    order: 1,
    nodeArguments: [],
    arguments: [],
  };
  const { filename } = BENCHMARK;
  const sample: Sample = {
    filename,
    configuration,
    variant: 'old',
    round,
    order: 1,
    rate: 1e6 / round,
    time: 1,
  };
  const outcome: Outcome = { kind: 'sample', job, sample };
  writer.outcome(outcome);
}
writer.close(null);
process.stdout.write(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))![1]!);
