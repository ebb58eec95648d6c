export { findGnuTime, type GnuTimeRun, parseGnuTimePeak, wrapWithGnuTime } from './gnu-time';
export { type FileLookup, labelProcess, type ProcessIdentity } from './label-process';
export type { MemoryRecord } from './memory-record';
export { memorySupport } from './memory-support';
export {
  bestPeak,
  childAbovePeak,
  choosePeakMethod,
  type Peak,
  type PeakChoice,
  type PeakSources,
  peakBound,
} from './peak';
export { ProcSampler, type ProcSamplerOptions } from './proc-sampler';
export { decodeSeries, encodeSeries } from './series-codec';
export { summarize } from './summarize';
export { createTemporaryDirectory, type TemporaryDirectory } from './temporary-directory';
