import type { ScatterAnalysis, ScatterGroup, ScatterStep } from '../../tools/model/scatter';

/** A group with unremarkable figures; what a test is about replaces them. */
export function group(changes: Partial<ScatterGroup> = {}): ScatterGroup {
  const mean = changes.mean ?? 5000;
  return {
    x: 1,
    category: null,
    count: 30,
    mean,
    halfWidth: mean / 10,
    median: mean,
    medianInterval: { low: mean * 0.9, high: mean * 1.1, coverage: 0.957 },
    flagged: false,
    memory: null,
    ...changes,
  };
}

export function step(changes: Partial<ScatterStep> = {}): ScatterStep {
  return {
    category: null,
    fromX: 1,
    toX: 2,
    changePercent: 50,
    ratioOfX: 2,
    exponent: { estimate: 0.58, low: 0.4, high: 0.8 },
    p: 0.01,
    exact: true,
    adjustedP: 0.02,
    delta: 0.5,
    deltaLabel: 'large',
    ...changes,
  };
}

export function analysis(changes: Partial<ScatterAnalysis> = {}): ScatterAnalysis {
  return {
    filename: 'buffers/fill.js',
    x: 'size',
    category: null,
    groups: [group(), group({ x: 2, mean: 7500 })],
    averagedOver: [],
    steps: [step()],
    floor: { smallestP: 1e-9 },
    warnings: [],
    ...changes,
  };
}
