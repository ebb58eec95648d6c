import type { Calibration } from '../model/calibration';

/**
 * A calibration as JSON: criteria, seed, and for each configuration n (null when none was found) with everything it
 * rests on; the names are those of the types in tools/model/calibration.ts. Shares, not percent; every figure in full.
 *
 * @returns text that ends with a newline; the same calibration gives the same text.
 */
export function calibrationJson(calibration: Calibration): string {
  return `${JSON.stringify(calibration, null, 2)}\n`;
}
