import { spawnSync } from 'child_process';

export interface LoadOptions {
  readonly url: string;
  readonly connections: number;
  /** Seconds. */
  readonly duration: number;
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
}

/** A program that loads a server. A new one is a file with a class like these, and a line in the list. */
export interface Benchmarker {
  readonly name: string;
  readonly protocols: readonly ('http' | 'http2')[];
  /** How a person gets it. */
  readonly install: string;
  /** Never taken unless it was asked for by name. */
  readonly onlyOnRequest?: boolean;
  present(): boolean;
  /** The program and its arguments. */
  command(options: LoadOptions): readonly string[];
  /** Requests per second from what the program printed; undefined where it does not say, or says that requests failed. */
  parse(output: string): number | undefined;
}

/** Whether a program of this name can be started. */
export function canStart(program: string, argument: string): boolean {
  return spawnSync(program, [argument], { stdio: 'ignore', timeout: 10000 }).error === undefined;
}

/** The headers as arguments of the kind `-H "name: value"`. */
export function headerArguments(headers: LoadOptions['headers']): string[] {
  return Object.keys(headers).flatMap((name) => ['-H', `${name}: ${headers[name]}`]);
}
