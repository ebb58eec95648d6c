import type { Context } from './context';

export interface ProgressLineOptions {
  readonly context: Context;
  /** Whether the user wants it (`--no-progress`). */
  readonly wanted: boolean;
  /** Whether data goes to stdout while the run lasts. */
  readonly dataOnStdout: boolean;
}

const REDRAW_MS = 100;

/** `00:01:23` */
export function clock(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** `7/30`, as wide as `30/30`. */
export function fraction(done: number, of: number): string {
  return `${String(done).padStart(String(of).length)}/${of}`;
}

/** A line on stderr that is drawn over itself, only on a terminal that shows no data of the same run. */
export class ProgressLine {
  private readonly context: Context;
  private readonly shown: boolean;
  private readonly startedAt: number;
  private drawnAt = Number.NEGATIVE_INFINITY;

  constructor({ context, wanted, dataOnStdout }: ProgressLineOptions) {
    this.context = context;
    this.shown = wanted && context.stderr.isTTY && !(dataOnStdout && context.stdout.isTTY);
    this.startedAt = context.now();
  }

  /** Milliseconds since the line was made. */
  elapsed(): number {
    return this.context.now() - this.startedAt;
  }

  /** Draws the text unless the last drawing is too recent. */
  async draw(text: () => string): Promise<void> {
    const { stderr } = this.context;
    if (!this.shown || this.context.now() - this.drawnAt < REDRAW_MS) return;
    this.drawnAt = this.context.now();
    // A line longer than the terminal would wrap, and only its last part could be redrawn.
    await stderr.write(`\r\u001b[K${text().slice(0, stderr.columns - 1)}`);
  }

  /** Removes the line, so that something else can be printed; the next drawing brings it back. */
  async clear(): Promise<void> {
    if (!this.shown) return;
    this.drawnAt = Number.NEGATIVE_INFINITY;
    await this.context.stderr.write('\r\u001b[K');
  }
}
