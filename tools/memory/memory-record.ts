import { mib, type SeriesTable } from '../model/memory';

/** What the sampler saw of one run. */
export interface MemoryRecord {
  /** Milliseconds from start to stop. */
  readonly durationMs: number;
  /** Readings that saw a process; those that saw none are dropped. */
  readonly ticks: number;
  readonly worstLatenessMs: number;
  /** The largest VmHWM of any single process; 0 when none was seen. */
  readonly peakRssKib: number;
  /** The same without the process at the root of the tree. */
  readonly descendantPeakRssKib: number;
  /** How long the tree RSS stood at each value: [KiB, milliseconds], values ascending. */
  readonly treeRss: readonly (readonly [rssKib: number, ms: number])[];
  /** The curve in buckets of 100 ms, each with its maximum of every label. */
  readonly series: SeriesTable;
}

/** One process at one instant. */
export interface Reading {
  readonly label: string;
  readonly isRoot: boolean;
  readonly rssKib: number;
  readonly hwmKib: number;
}

/** Milliseconds of a bucket of the curve. */
const BUCKET_MS = 100;

/** One label: its sum over the processes of the current instant, the maximum of that in the current bucket, its curve. */
interface Column {
  readonly label: string;
  sumKib: number;
  maxKib: number;
  readonly mib: number[];
}

/**
 * Gathers readings into a MemoryRecord as they come, keeping no more than the record needs: `add` every process of an
 * instant, then `endInstant`.
 */
export class MemoryRecorder {
  private readonly columns = new Map<string, Column>();
  private readonly tMs: number[] = [];
  private readonly msAtRss = new Map<number, number>();
  private bucket = -1;
  private processes = 0;
  private totalKib = 0;
  private ticks = 0;
  private peakKib = 0;
  private descendantPeakKib = 0;
  private lastMs = 0;
  private lastTotalKib = 0;

  add({ label, isRoot, rssKib, hwmKib }: Reading): void {
    let column = this.columns.get(label);
    if (column === undefined) {
      column = { label, sumKib: 0, maxKib: 0, mib: new Array<number>(this.tMs.length).fill(0) };
      this.columns.set(label, column);
    }
    column.sumKib += rssKib;
    this.totalKib += rssKib;
    this.processes++;
    if (hwmKib > this.peakKib) this.peakKib = hwmKib;
    if (!isRoot && hwmKib > this.descendantPeakKib) this.descendantPeakKib = hwmKib;
  }

  /** Ends the instant at this time since the start. Dropped when no process was added. */
  endInstant(tMs: number): void {
    if (this.processes === 0) return;
    const bucket = Math.floor(tMs / BUCKET_MS);
    if (bucket !== this.bucket) {
      this.closeBucket();
      this.bucket = bucket;
    }
    for (const column of this.columns.values()) {
      column.maxKib = Math.max(column.maxKib, column.sumKib);
      column.sumKib = 0;
    }
    this.weigh(tMs);
    this.ticks++;
    this.processes = 0;
    this.totalKib = 0;
  }

  /** The record; nothing may be added afterwards. */
  finish(durationMs: number, worstLatenessMs: number): MemoryRecord {
    this.closeBucket();
    return {
      durationMs,
      ticks: this.ticks,
      worstLatenessMs,
      peakRssKib: this.peakKib,
      descendantPeakRssKib: this.descendantPeakKib,
      treeRss: [...this.msAtRss].sort(([a], [b]) => a - b),
      series: {
        tMs: this.tMs,
        byProcess: [...this.columns.values()].map(({ label, mib }) => ({ label, mib })),
      },
    };
  }

  /** Every moment belongs to the reading nearest to it: the time between two readings goes half to each. */
  private weigh(tMs: number): void {
    const half = this.ticks === 0 ? 0 : (tMs - this.lastMs) / 2;
    if (this.ticks > 0) this.msAtRss.set(this.lastTotalKib, this.msAtRss.get(this.lastTotalKib)! + half);
    this.msAtRss.set(this.totalKib, (this.msAtRss.get(this.totalKib) ?? 0) + half);
    this.lastMs = tMs;
    this.lastTotalKib = this.totalKib;
  }

  private closeBucket(): void {
    if (this.bucket === -1) return;
    this.tMs.push(this.bucket * BUCKET_MS);
    for (const column of this.columns.values()) {
      column.mib.push(mib(column.maxKib));
      column.maxKib = 0;
    }
  }
}
