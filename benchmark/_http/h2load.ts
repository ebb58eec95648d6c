import { type Benchmarker, canStart, headerArguments, type LoadOptions } from './benchmarker';

export class H2Load implements Benchmarker {
  readonly name = 'h2load';
  readonly protocols = ['http2'] as const;
  readonly install = 'apt-get install nghttp2-client';

  present(): boolean {
    return canStart('h2load', '--version');
  }

  command({ url, connections, duration, method, headers }: LoadOptions): readonly string[] {
    if (method !== 'GET') throw new Error(`benchmarker h2load sends GET only, not ${method}`);
    const seconds = Math.max(1, Math.round(duration));
    return ['h2load', '-D', `${seconds}`, '-c', `${connections}`, ...headerArguments(headers), url];
  }

  parse(output: string): number | undefined {
    const failed = /^requests: .* (\d+) failed, (\d+) errored, (\d+) timeout/m.exec(output);
    if (failed === null || failed.slice(1).some((count) => Number(count) > 0)) return undefined;
    const found = /^finished in .*, ([\d.]+) req\/s/m.exec(output);
    return found === null ? undefined : Number(found[1]);
  }
}
