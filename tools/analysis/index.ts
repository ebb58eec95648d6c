export type { Configuration, Value } from '../model/configuration';
export { configurationKey, formatConfiguration, parseConfiguration } from '../model/configuration';
export type {
  Comparison,
  ComparisonFinding,
  GateFinding,
  Interval,
  MemoryFinding,
  Pairing,
  TestKind,
  Verdict,
} from '../model/finding';
export type { Sample } from '../model/sample';
export type { ScatterAnalysis } from '../model/scatter';
export type { Warning } from '../model/warning';
export { analyzeComparison, type ComparisonOptions } from './comparison';
export { gateExitCode } from './gate';
export { compareMemory } from './memory-comparison';
export { Arm, ArmMemory, addToArm, type Group, SampleTable } from './sample-table';
export { analyzeScatter, type ScatterOptions } from './scatter';
