import type { Sample } from '../../tools/model/sample';
import { type CsvReaderOptions, type CsvSummary, readCsv } from '../../tools/record/csv-reader';
import type { Input } from '../../tools/record/input';

/** A text as a file that comes in pieces of `size` bytes. */
export function textInput(text: string, name = 'samples.csv', size = 1 << 16): Input {
  return {
    name,
    async *chunks() {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    },
  };
}

export interface ReadText extends CsvSummary {
  readonly read: readonly Sample[];
}

/** What readCsv makes of some texts. */
export async function readTexts(
  texts: readonly string[],
  options: Partial<CsvReaderOptions> & { readonly size?: number } = {},
): Promise<ReadText> {
  const read: Sample[] = [];
  const inputs = texts.map((text, at) => textInput(text, `${'abc'[at]}.csv`, options.size));
  const summary = await readCsv(inputs, {
    skipInvalid: false,
    onSample: (sample) => read.push(sample),
    ...options,
  });
  return { ...summary, read };
}

export function readText(text: string, options?: Parameters<typeof readTexts>[1]): Promise<ReadText> {
  return readTexts([text], options);
}
