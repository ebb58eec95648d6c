import { type Options, stringify } from 'csv-stringify/sync';
import { type Configuration, formatConfiguration, type Value } from '../model/configuration';
import type { Sample } from '../model/sample';
import type { Output } from './output';

/** Which columns a CSV file of a tool has. */
export type CsvLayout =
  | { readonly kind: 'compare'; readonly memory: boolean }
  | { readonly kind: 'run'; readonly memory: boolean }
  | { readonly kind: 'scatter'; readonly memory: boolean; readonly parameters: readonly string[] };

const MEMORY_COLUMNS = ['peak_rss_kib', 'tree_rss_kib', 'peak_rss_method'];

/** Text that goes into the file bare: a number whose decimals are given. */
class Bare {
  constructor(readonly text: string) {}
}

type Field = Value | Bare | undefined;

const STRINGIFY: Options = {
  quoted_string: true,
  cast: {
    boolean: (value) => String(value),
    object: (value) => ({ value: (value as unknown as Bare).text, quoted: false }),
  },
};

function line(fields: readonly Field[]): string {
  return stringify([fields], STRINGIFY);
}

function header(layout: CsvLayout): string[] {
  const memory = layout.memory ? MEMORY_COLUMNS : [];
  switch (layout.kind) {
    case 'compare':
      return ['binary', 'filename', 'configuration', 'rate', 'time', ...memory, 'round', 'order'];
    case 'run':
      return ['filename', 'configuration', 'rate', 'time', ...memory];
    case 'scatter':
      return ['filename', ...layout.parameters, 'rate', 'time', ...memory];
  }
}

function parameterValue(configuration: Configuration, parameter: string): Field {
  return configuration.find(([key]) => key === parameter)?.[1];
}

function row(layout: CsvLayout, sample: Sample): Field[] {
  const memory = layout.memory ? [sample.peakRssKib, sample.treeRssKib, sample.peakMethod] : [];
  // Nanoseconds are what the clock gives: core prints all nine decimals, trailing zeros too.
  const measured = [sample.rate, new Bare(sample.time.toFixed(9)), ...memory];
  switch (layout.kind) {
    case 'compare': {
      const configuration = formatConfiguration(sample.configuration);
      return [sample.variant, sample.filename, configuration, ...measured, sample.round, sample.order];
    }
    case 'run':
      return [sample.filename, formatConfiguration(sample.configuration), ...measured];
    case 'scatter': {
      const values = layout.parameters.map((parameter) => parameterValue(sample.configuration, parameter));
      return [sample.filename, ...values, ...measured];
    }
  }
}

/**
 * Writes samples as the CSV that Node core's R scripts read, the header at once and each row as soon as it is given.
 * Columns that core's files do not have come last.
 */
export class CsvWriter {
  constructor(
    private readonly output: Output,
    private readonly layout: CsvLayout,
  ) {}

  writeHeader(): void | Promise<void> {
    return this.output.write(line(header(this.layout)));
  }

  write(sample: Sample): void | Promise<void> {
    return this.output.write(line(row(this.layout, sample)));
  }
}
