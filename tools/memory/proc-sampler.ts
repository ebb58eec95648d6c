import { type MemoryRecord, MemoryRecorder } from './memory-record';
import { ProcessTree } from './process-tree';

export interface ProcSamplerOptions {
  /** The root of the tree; undefined (a spawn that failed) gives an empty record. */
  readonly pid: number | undefined;
  readonly procRoot?: string;
  /** Milliseconds between two readings of the known processes. */
  readonly readIntervalMs?: number;
  /** Milliseconds between two searches for new processes, which are made along with a reading. */
  readonly discoverIntervalMs?: number;
  /** Monotonic, in milliseconds. */
  readonly clock?: () => number;
  /** The label of the root process, in place of the one its command line gives. */
  readonly label?: string;
}

/**
 * Reads the memory of a process and all its descendants from /proc while they run. `stop` belongs in a `finally`.
 *
 * Start it when spawn has returned: by then the child has executed its program. Its timer keeps no process alive. Without
 * /proc, and for a process that has already gone, the record has no ticks.
 */
export class ProcSampler {
  private readonly options: ProcSamplerOptions;
  private readonly readIntervalMs: number;
  private readonly discoverIntervalMs: number;
  private readonly clock: () => number;
  private readonly recorder = new MemoryRecorder();
  private isStarted = false;
  private tree: ProcessTree | null = null;
  private timer: NodeJS.Timeout | undefined;
  private startMs = 0;
  private nextReadMs = 0;
  private nextDiscoveryMs = 0;
  private worstLatenessMs = 0;
  private record: MemoryRecord | null = null;

  /** Throws a RangeError when an interval is not positive. */
  constructor(options: ProcSamplerOptions) {
    this.options = options;
    this.readIntervalMs = positive('readIntervalMs', options.readIntervalMs ?? 100);
    this.discoverIntervalMs = positive('discoverIntervalMs', options.discoverIntervalMs ?? 100);
    this.clock = options.clock ?? (() => Number(process.hrtime.bigint()) / 1e6);
  }

  /** Takes the first reading at once. Throws an Error when called twice. */
  start(): void {
    if (this.isStarted) throw new Error('ProcSampler: started twice');
    this.isStarted = true;
    this.startMs = this.clock();
    const { pid, procRoot = '/proc', label } = this.options;
    if (pid === undefined) return;
    this.tree = new ProcessTree(procRoot, pid, label);
    this.tick(this.tree);
  }

  /** Takes a last reading, closes everything and returns the record; later calls return the same record. */
  stop(): MemoryRecord {
    if (this.record !== null) return this.record;
    clearTimeout(this.timer);
    const nowMs = this.isStarted ? this.elapsedMs() : 0;
    if (this.tree !== null) {
      this.tree.read(this.recorder);
      this.recorder.endInstant(nowMs);
      this.tree.close();
      // A reading that was due and never came is late as well.
      this.noteLateness(nowMs);
    }
    this.isStarted = true;
    this.record = this.recorder.finish(nowMs, this.worstLatenessMs);
    return this.record;
  }

  private tick(tree: ProcessTree): void {
    const nowMs = this.elapsedMs();
    // A timer may fire up to 1 ms early; a reading before its time would leave the next bucket of the curve empty.
    if (nowMs >= this.nextReadMs) {
      this.noteLateness(nowMs);
      if (nowMs >= this.nextDiscoveryMs) {
        tree.discover();
        this.nextDiscoveryMs = nextMultiple(this.discoverIntervalMs, nowMs);
      }
      tree.read(this.recorder);
      this.recorder.endInstant(nowMs);
      this.nextReadMs = nextMultiple(this.readIntervalMs, nowMs);
    }
    const waitMs = Math.max(1, Math.ceil(this.nextReadMs - this.elapsedMs()));
    this.timer = setTimeout(() => this.tick(tree), waitMs).unref();
  }

  private elapsedMs(): number {
    return this.clock() - this.startMs;
  }

  private noteLateness(nowMs: number): void {
    this.worstLatenessMs = Math.max(this.worstLatenessMs, nowMs - this.nextReadMs);
  }
}

/** The first multiple of the interval after this time; readings that were missed are not made up for. */
function nextMultiple(intervalMs: number, nowMs: number): number {
  return (Math.floor(nowMs / intervalMs) + 1) * intervalMs;
}

function positive(name: string, value: number): number {
  if (!(value > 0)) throw new RangeError(`ProcSampler: ${name} must be positive, not ${value}`);
  return value;
}
