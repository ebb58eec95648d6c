import type { Comparison } from '../model/finding';
import { glyphsFor } from './glyphs';
import { fixed, percent } from './number-format';
import type { RenderOptions } from './options';
import { spanRight, tableLines } from './table';
import { joinSections } from './text-layout';

/**
 * Each machine's own figures under each configuration that several have measured, and what the machines are (`names`, in
 * their order). Empty when no configuration was measured on more than one. The same input gives the same text.
 */
export function renderMachines(
  { findings }: Comparison,
  names: readonly string[],
  options: RenderOptions,
): string {
  const glyphs = glyphsFor(options);
  const measured = findings.filter(({ machines }) => machines !== undefined);
  if (measured.length === 0) return '';
  const tables = measured.flatMap(({ filename, configuration, machines }) => {
    const rows = machines!.map(({ machine, oldCount, newCount, improvement, interval }) => [
      `machine ${machine}`,
      `${oldCount}`,
      `${newCount}`,
      percent(improvement, glyphs),
      `${fixed(interval.low, 2, glyphs)} to ${percent(interval.high, glyphs)}`,
    ]);
    const lines = tableLines(
      [['', 'old', 'new', spanRight('improvement and its 95 % interval', 2)], ...rows],
      {
        columns: ['left', 'right', 'right', 'right', 'right'],
        minWidths: [0, 0, 0, 10, 22],
      },
    );
    return [[`${filename} ${configuration}`.trimEnd(), ...lines]];
  });
  return joinSections([...tables, names.map((name, at) => `machine ${at + 1}: ${name}`)]);
}
