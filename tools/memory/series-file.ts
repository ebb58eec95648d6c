import type { EncodedSeries, RepresentativeRun, SeriesTable } from '../model/memory';
import type { Output } from '../record/output';
import { decodeSeries } from './series-codec';

/** The curves of a file, each with what is known of its run. */
export type CurveOfRun = RepresentativeRun & { readonly series: SeriesTable };

/** Writes `{"memorySeries": […]}`, an entry a line. */
export async function writeSeriesFile(
  runs: Iterable<RepresentativeRun & EncodedSeries>,
  output: Output,
): Promise<void> {
  await output.write('{"memorySeries":[');
  let separator = '\n';
  for (const run of runs) {
    await output.write(`${separator}${JSON.stringify(run)}`);
    separator = ',\n';
  }
  await output.write('\n]}\n');
}

const TEXTS = ['filename', 'configuration', 'variant', 'peakMethod'] as const;
const NUMBERS = ['round', 'runs', 'peakRssKib', 'treeRssKib', 'durationMs'] as const;

/** The curves of a file's text. Throws a TypeError that says what is wrong when it is no such file. */
export function parseSeriesFile(text: string): CurveOfRun[] {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw new TypeError(`not JSON (${(error as Error).message})`);
  }
  const entries = (file as { memorySeries?: unknown } | null)?.memorySeries;
  if (!Array.isArray(entries)) throw new TypeError('no list "memorySeries" in it');
  return entries.map((entry: Partial<RepresentativeRun & EncodedSeries> | null, at) => {
    const wrong =
      TEXTS.find((name) => typeof entry?.[name] !== 'string') ??
      NUMBERS.find((name) => typeof entry?.[name] !== 'number');
    if (wrong !== undefined) throw new TypeError(`entry ${at + 1} has no ${wrong}`);
    try {
      const series = decodeSeries(entry as EncodedSeries);
      return { ...(entry as RepresentativeRun), series };
    } catch (error) {
      throw new TypeError(`entry ${at + 1}: ${(error as Error).message}`);
    }
  });
}
