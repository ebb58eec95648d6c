import type { Diagnosis, Machine } from '../model/environment';
import { paint } from './color';
import type { RenderOptions } from './options';
import { joinSections, printable, widest, wrap } from './text-layout';

/**
 * What `corebench doctor` found: the machine in a line, then what disturbs with what to do about it, then what is good,
 * then what the machine does not say.
 */
export function renderDiagnoses(
  machine: Machine,
  diagnoses: readonly Diagnosis[],
  { width, color }: RenderOptions,
): string {
  const of = (state: Diagnosis['state']) => diagnoses.filter((diagnosis) => diagnosis.state === state);
  const disturbing = of('disturbs');
  const column = widest(diagnoses.map(({ code }) => code)) + 2;
  const entry = ({ code, message, advice }: Diagnosis) => [
    ...wrap(`  ${code.padEnd(column)}${printable(message)}`, width, ' '.repeat(column + 2)),
    ...(advice === null ? [] : wrap(`${' '.repeat(column + 2)}> ${advice}`, width, ' '.repeat(column + 4))),
  ];
  const section = (state: Diagnosis['state'], title: string) => {
    const found = of(state);
    if (found.length === 0) return [];
    const style = state === 'disturbs' ? 'yellow' : state === 'good' ? 'green' : 'bold';
    return [paint(title, style, color), ...found.flatMap(entry)];
  };
  const unknown = of('unknown').map(({ code }) => code);
  return joinSections([
    wrap(
      `${printable(machine.cpuModel ?? 'unknown CPU')}, ${machine.cpuCount} CPUs, ${printable(machine.kernel)}`,
      width,
    ),
    section('disturbs', 'Disturbs measurements'),
    section('good', 'Good'),
    unknown.length === 0 ? [] : wrap(`This machine does not say: ${unknown.join(', ')}`, width, '  '),
    [
      disturbing.length === 0
        ? 'Nothing that is known here disturbs measurements.'
        : `${disturbing.length} of ${diagnoses.length} disturb measurements.`,
    ],
  ]);
}
