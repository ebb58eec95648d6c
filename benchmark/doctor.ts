#!/usr/bin/env node
import { diagnose } from '../tools/analysis/diagnosis';
import { printResult } from '../tools/cli/context';
import { EXIT } from '../tools/cli/exit-codes';
import { renderStyle, styleOptions } from '../tools/cli/option-groups';
import { flag } from '../tools/cli/options';
import { refuseItems, runAsProgram, type Tool } from '../tools/cli/tool';
import { readMachine } from '../tools/execute/machine';
import { renderDiagnoses } from '../tools/render/diagnosis-text';

const options = { json: flag('print JSON: the machine and each diagnosis'), ...styleOptions };

/** The tool for the machine whose files lie below `root`. */
export function doctorToolFor(root: string): Tool<typeof options> {
  return {
    spec: {
      name: 'doctor',
      summary: 'Says what on this machine will disturb measurements, and what to do about it.',
      items: '',
      itemsHelp: 'Changes nothing; ends with exit code 0 whatever it finds.',
      options,
      example: ['--json', 'the same for a program'],
    },
    async run({ options: given, items }, context) {
      refuseItems(items);
      const machine = readMachine(root);
      const diagnoses = diagnose(machine);
      await printResult(
        context,
        given.json
          ? `${JSON.stringify({ machine, diagnoses }, null, 2)}\n`
          : renderDiagnoses(machine, diagnoses, renderStyle(given, context)),
      );
      return EXIT.done;
    },
  };
}

export const doctorTool = doctorToolFor('/');

if (require.main === module) runAsProgram(doctorTool, process.argv.slice(2));
