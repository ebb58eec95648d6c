import { UsageError } from '../model/errors';
import type { RecordedTool } from '../model/recording';
import type { CsvLayout } from './csv-writer';
import type { Input } from './input';
import { readRecording } from './recording-reader';

/** The columns that the CSV of a recording's samples has. Throws a UsageError for a recording without samples. */
export async function surveyRecording(input: Input): Promise<CsvLayout> {
  let kind: RecordedTool | null = null;
  let memory = false;
  let samples = 0;
  const parameters = new Set<string>();
  for await (const lines of readRecording(input)) {
    for (const line of lines) {
      if (line.kind === 'header') {
        kind ??= line.header.tool;
        memory ||= line.header.settings['memory'] === true;
      }
      if (line.kind !== 'sample') continue;
      samples++;
      memory ||= line.sample.peakRssKib !== undefined || line.sample.treeRssKib !== undefined;
      for (const [key] of line.sample.configuration) parameters.add(key);
    }
  }
  if (kind === null || samples === 0) throw new UsageError(`${input.name}: no sample has been recorded yet`);
  return kind === 'scatter' ? { kind, memory, parameters: [...parameters] } : { kind, memory };
}
