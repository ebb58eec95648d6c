#!/usr/bin/env node
import { printResult } from '../tools/cli/context';
import { EXIT } from '../tools/cli/exit-codes';
import { runAsProgram, type Tool } from '../tools/cli/tool';
import {
  type GovernorPlace,
  type Governors,
  makeFast,
  readGovernors,
  resetGovernors,
  SYSTEM_GOVERNORS,
  savedGovernors,
} from '../tools/execute/governor';
import { UsageError } from '../tools/model/errors';

/** `performance (cpu0 cpu1), powersave (cpu2)`. */
function describe(governors: Governors): string {
  const kinds = [...new Set(Object.values(governors))];
  return kinds
    .map(
      (kind) =>
        `${kind} (${Object.keys(governors)
          .filter((cpu) => governors[cpu] === kind)
          .join(' ')})`,
    )
    .join(', ');
}

function status(place: GovernorPlace): string {
  const governors = readGovernors(place);
  if (Object.keys(governors).length === 0) return 'this machine has no frequency governors to set\n';
  const saved = savedGovernors(place);
  const kept = saved === null ? '' : `\nreset restores: ${describe(saved)}`;
  return `governor: ${describe(governors)}${kept}\n`;
}

/** The tool for the governors at `place`. */
export function cpuToolFor(place: GovernorPlace): Tool<Record<never, never>> {
  return {
    spec: {
      name: 'cpu',
      summary:
        'Holds the CPUs at their highest frequency for a measurement, and puts back what was set before.',
      items: 'fast|reset|status',
      itemsHelp: [
        'fast    set the frequency governor of every CPU to performance (needs root)',
        'reset   set each CPU to the governor that fast found (needs root)',
        'status  print the governors, and what reset would restore',
      ].join('\n'),
      options: {},
      example: ['status', 'print the governors in force'],
    },
    async run({ items }, context) {
      const [action] = items;
      if (items.length !== 1 || !['fast', 'reset', 'status'].includes(action!)) {
        throw new UsageError(`expected one of fast, reset or status, got "${items.join(' ')}"`);
      }
      if (action === 'fast') makeFast(place);
      if (action === 'reset') resetGovernors(place);
      await printResult(context, status(place));
      return EXIT.done;
    },
  };
}

export const cpuTool = cpuToolFor(SYSTEM_GOVERNORS);

if (require.main === module) runAsProgram(cpuTool, process.argv.slice(2));
