import type { Warning } from '../model/warning';
import { mean, variance } from '../stats/describe';
import { studentTQuantile } from '../stats/student-t-distribution';
import { welchTest } from '../stats/welch';
import { welchRatioInterval } from '../stats/welch-ratio-interval';
import { type ArmComparison, tooFewSamples } from './arm-comparison';

const LEVELS = [0.05, 0.01, 0.001] as const;

/** A power of two this far from 1 has an inverse that is a double too. */
const LARGEST_EXPONENT = 1000;

/**
 * Both arms times the power of two that brings their largest rate near 1, so that no square over- or underflows. Welch's
 * test does not depend on the unit, and a power of two rounds nothing.
 */
function rescale(oldRates: Float64Array, newRates: Float64Array): readonly [Float64Array, Float64Array] {
  const size = (most: number, rate: number) => Math.max(most, Math.abs(rate));
  const largest = newRates.reduce(size, oldRates.reduce(size, 0));
  if (!(largest > 0 && largest < Number.POSITIVE_INFINITY)) return [oldRates, newRates];
  const exponent = Math.max(-LARGEST_EXPONENT, Math.min(LARGEST_EXPONENT, Math.floor(Math.log2(largest))));
  const scale = 2 ** -exponent;
  return [oldRates.map((rate) => rate * scale), newRates.map((rate) => rate * scale)];
}

/**
 * Compares two arms by Welch's t-test: the improvement of the mean, the accuracy that Node core's compare.R prints,
 * and the interval of all ratios that the test does not reject. The rules for constant samples are those of
 * doc/statistics.md. `level` is that of the interval.
 */
export function compareByWelch(oldArm: Float64Array, newArm: Float64Array, level = 0.95): ArmComparison {
  const [oldRates, newRates] = rescale(oldArm, newArm);
  const oldMean = mean(oldRates);
  const ratio = mean(newRates) / oldMean;
  if (oldRates.length < 2 || newRates.length < 2) {
    return tooFewSamples(ratio, oldRates.length, newRates.length);
  }
  const { p, df, standardError } = welchTest(oldRates, newRates);
  const halfWidth = (level: number) =>
    standardError === 0 ? 0 : ((studentTQuantile(1 - level / 2, df) * standardError) / oldMean) * 100;
  const interval = welchRatioInterval(oldRates, newRates, level);
  return {
    ratio,
    interval,
    p,
    accuracy: [halfWidth(LEVELS[0]), halfWidth(LEVELS[1]), halfWidth(LEVELS[2])],
    worseThan: (limit) => welchTest(oldRates, newRates, { ratio: limit, alternative: 'less' }).p,
    warnings: warningsOf(oldRates, newRates, Number.isFinite(interval.low) && Number.isFinite(interval.high)),
  };
}

function warningsOf(oldRates: Float64Array, newRates: Float64Array, bounded: boolean): Warning[] {
  const oldConstant = variance(oldRates) === 0;
  const newConstant = variance(newRates) === 0;
  if (oldConstant && newConstant) {
    const same = oldRates[0] === newRates[0];
    return [
      same
        ? {
            code: 'identical',
            message: 'every sample of both sides is the same number: was anything measured?',
          }
        : {
            code: 'constant',
            message: 'the samples of each side are all the same number: was anything measured?',
          },
    ];
  }
  const warnings: Warning[] = [];
  if (oldConstant || newConstant) {
    const side = oldConstant ? 'old' : 'new';
    warnings.push({ code: 'constant-side', message: `the samples of ${side} are all the same number` });
  }
  if (!bounded) {
    warnings.push({
      code: 'unbounded-interval',
      message: 'the mean of old is not clearly above zero, so the interval of the ratio has no end',
    });
  }
  return warnings;
}
