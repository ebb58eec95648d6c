import type { CalibrationPosition, CalibrationSchedule } from '../plan/calibration-schedule';
import type { RunProgress } from './measure';
import { clock, fraction, ProgressLine, type ProgressLineOptions } from './progress-line';

const STAGES = { probe: 'long enough?', rounds: 'steady?', 'look-ahead': 'compiled?' } as const;

function textOf(elapsed: number, { benchmark, done, configurations, request }: CalibrationPosition): string {
  const { stage, round, rounds, ns } = request;
  return (
    `[${clock(elapsed)}| ${fraction(done, configurations)} configs]: ${benchmark.filename} ` +
    `n=${ns[0]} ${STAGES[stage]} ${fraction(round, rounds)} rounds`
  );
}

/** How far a calibration is. How many n each configuration will need is not known, so there is no time left to show. */
export class CalibrationProgress implements RunProgress {
  private readonly line: ProgressLine;

  constructor(
    options: ProgressLineOptions,
    private readonly schedule: CalibrationSchedule,
  ) {
    this.line = new ProgressLine(options);
  }

  async advance(): Promise<void> {
    const { position } = this.schedule;
    if (position !== undefined) await this.line.draw(() => textOf(this.line.elapsed(), position));
  }

  clear(): Promise<void> {
    return this.line.clear();
  }
}
