import { type Benchmarker, canStart, headerArguments, type LoadOptions } from './benchmarker';

export class Wrk implements Benchmarker {
  readonly name = 'wrk';
  readonly protocols = ['http'] as const;
  readonly install = 'apt-get install wrk';

  present(): boolean {
    return canStart('wrk', '-v');
  }

  command({ url, connections, duration, method, headers }: LoadOptions): readonly string[] {
    if (method !== 'GET') throw new Error(`benchmarker wrk sends GET only, not ${method}`);
    const threads = Math.min(connections, 2);
    const seconds = Math.max(1, Math.round(duration));
    return [
      'wrk',
      '-d',
      `${seconds}`,
      '-c',
      `${connections}`,
      '-t',
      `${threads}`,
      ...headerArguments(headers),
      url,
    ];
  }

  parse(output: string): number | undefined {
    if (/^\s*Non-2xx or 3xx responses:/m.test(output)) return undefined;
    const found = /^Requests\/sec:\s+([\d.]+)/m.exec(output);
    return found === null ? undefined : Number(found[1]);
  }
}
