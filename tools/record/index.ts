export type { CsvKind } from './csv-header';
export { readCsv } from './csv-reader';
export { type CsvLayout, CsvWriter } from './csv-writer';
export { fileInput, type Input, streamInput } from './input';
export { type Output, openOutputFile } from './output';
export { type ReadLine, readRecording } from './recording-reader';
export { RecordingWriter, recordedSample } from './recording-writer';
export { readSampleFiles, type SampleFiles } from './sample-files';
