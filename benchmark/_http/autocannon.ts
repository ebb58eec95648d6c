import { type Benchmarker, canStart, headerArguments, type LoadOptions } from './benchmarker';

export class Autocannon implements Benchmarker {
  readonly name = 'autocannon';
  readonly protocols = ['http'] as const;
  readonly install = 'npm install --global autocannon';

  present(): boolean {
    return canStart('autocannon', '--version');
  }

  command({ url, connections, duration, method, headers }: LoadOptions): readonly string[] {
    const seconds = Math.max(1, Math.round(duration));
    const load = ['-d', `${seconds}`, '-c', `${connections}`, '-m', method, ...headerArguments(headers)];
    return ['autocannon', '--json', '--no-progress', ...load, url];
  }

  parse(output: string): number | undefined {
    try {
      const { requests, duration, errors, timeouts, non2xx } = JSON.parse(output);
      return errors > 0 || timeouts > 0 || non2xx > 0 ? undefined : requests.total / duration;
    } catch {
      return undefined;
    }
  }
}
