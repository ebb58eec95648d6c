import { UsageError } from '../model/errors';
import { type Context, isClosedPipe, printResult, realContext } from './context';
import { EXIT, exitCodeOfSignal } from './exit-codes';
import { type Interruption, listenForInterruption } from './interruption';
import { type OptionSpecs, type ParsedCommandLine, parseCommandLine, type ToolSpec } from './options';

/** A tool: its command line, and what it does with one; gives an exit code. */
export interface Tool<S extends OptionSpecs = OptionSpecs> {
  readonly spec: ToolSpec<S>;
  readonly run: (
    commandLine: ParsedCommandLine<S>,
    context: Context,
    interruption: Interruption,
  ) => Promise<number>;
}

// biome-ignore lint/suspicious/noExplicitAny: the options of the tools differ, and only the tool itself reads them
export type AnyTool = Tool<any>;

/** For tools that take options only: throws a UsageError that names the first other argument. */
export function refuseItems(items: readonly string[]): void {
  if (items.length > 0)
    throw new UsageError(`unexpected argument "${items[0]}"; this tool takes options only`);
}

/**
 * Runs a tool from its arguments to its exit code: help to stdout (to stderr, as trouble, where a tool that needs
 * arguments was given none), bad usage as one line on stderr with exit code 3,
 * samples that nobody reads any more as 141 and one line on stderr, a signal as 128 and its number.
 */
export async function runTool<S extends OptionSpecs>(
  tool: Tool<S>,
  argv: readonly string[],
  context: Context,
): Promise<number> {
  const interruption = listenForInterruption();
  try {
    const commandLine = await parseCommandLine(tool.spec, argv);
    if ('help' in commandLine) {
      if (argv.length > 0) {
        await printResult(context, commandLine.help);
        return EXIT.done;
      }
      await context.stderr.write(commandLine.help);
      return EXIT.trouble;
    }
    const code = await tool.run(commandLine, context, interruption);
    const signal = interruption.received();
    return signal === null ? code : exitCodeOfSignal(signal);
  } catch (error) {
    if (isClosedPipe(error)) {
      const said = `corebench ${tool.spec.name}: interrupted: the reader of stdout is gone\n`;
      await context.stderr.write(said).catch(() => {});
      return EXIT.unread;
    }
    const signal = interruption.received();
    if (signal !== null && (error as Error)?.name === 'AbortError') return exitCodeOfSignal(signal);
    const isUsage = error instanceof UsageError;
    const message = isUsage ? error.message : ((error as Error)?.stack ?? String(error));
    await context.stderr.write(`corebench ${tool.spec.name}: ${message}\n`).catch(() => {});
    return signal === null ? EXIT.trouble : exitCodeOfSignal(signal);
  } finally {
    interruption.dispose();
  }
}

/** The end of every tool's file: runs it when the file was started as a program. */
export async function runAsProgram<S extends OptionSpecs>(
  tool: Tool<S>,
  argv: readonly string[],
): Promise<void> {
  const code = await runTool(tool, argv, realContext());
  // Not left to the event loop: a root process that an error left behind would keep it alive.
  process.exit(code);
}
