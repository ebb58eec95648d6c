import type { Calibration, CalibrationFinding } from '../model/calibration';
import { formatConfiguration } from '../model/configuration';
import { type Context, printResult } from './context';
import { renderStyle, type styleOptions } from './option-groups';
import type { OptionValues } from './options';

function nameOf({ filename, parameters }: CalibrationFinding): string {
  return `${filename} ${formatConfiguration(parameters)}`.trimEnd();
}

/**
 * Prints a calibration: as a table, which ends with the configurations that have no n and why; or as JSON, and that list
 * to stderr.
 */
export async function reportCalibration(
  calibration: Calibration,
  given: { readonly json: boolean } & OptionValues<typeof styleOptions>,
  context: Context,
): Promise<void> {
  // Loaded when the run is over: a run is not to wait for it.
  if (!given.json) {
    const { renderCalibration } = await import('../render/calibration-text.js');
    await printResult(context, renderCalibration(calibration, renderStyle(given, context)));
    return;
  }
  const { calibrationJson } = await import('../render/calibration-json.js');
  await printResult(context, calibrationJson(calibration));
  const without = calibration.findings.filter(({ n }) => n === null);
  if (without.length === 0) return;
  const lines = without.map((finding) => `  ${nameOf(finding)}: ${finding.stop!.message}\n`);
  await context.stderr.write(`No n was found for:\n${lines.join('')}`);
}
