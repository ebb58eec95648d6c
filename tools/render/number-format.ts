import type { Interval } from '../model/finding';
import type { Glyphs } from './glyphs';

/** What stands where no figure exists, as in core's tables. */
export const NOT_AVAILABLE = 'NA';

/** Above this, figures are written with an exponent: no column needs to be wider for one absurd row. */
const LARGEST_PLAIN = 1e6;

/** A number with fixed decimals; `NA` for NaN, the sign of infinity where it is infinite. */
export function fixed(value: number, decimals: number, glyphs: Glyphs): string {
  if (Number.isNaN(value)) return NOT_AVAILABLE;
  if (!Number.isFinite(value)) return (value < 0 ? '-' : '') + glyphs.infinity;
  return value.toFixed(decimals);
}

function percentFigure(value: number, glyphs: Glyphs): string {
  return Math.abs(value) < LARGEST_PLAIN || !Number.isFinite(value)
    ? fixed(value, 2, glyphs)
    : value.toExponential(2);
}

/** `-5.04 %`, the way core prints an improvement. */
export function percent(value: number, glyphs: Glyphs): string {
  return Number.isNaN(value) ? NOT_AVAILABLE : `${percentFigure(value, glyphs)} %`;
}

/** `±25.40%`, the way core prints an accuracy. */
export function accuracy(halfWidth: number, glyphs: Glyphs): string {
  return Number.isNaN(halfWidth) ? NOT_AVAILABLE : `${glyphs.plusMinus}${percentFigure(halfWidth, glyphs)}%`;
}

/** `-30.12 to -13.40 %`. */
export function intervalText({ low, high }: Interval, glyphs: Glyphs): string {
  return Number.isNaN(low) || Number.isNaN(high)
    ? NOT_AVAILABLE
    : `${fixed(low, 2, glyphs)} to ${fixed(high, 2, glyphs)} %`;
}

/** A percentage as somebody typed it: `5 %`, `0.5 %`. */
export function plainPercent(value: number): string {
  return `${value} %`;
}

/** `±47.0%`: a half-width relative to its mean. */
export function relativeHalfWidth(halfWidth: number, mean: number, glyphs: Glyphs): string {
  const share = (halfWidth / mean) * 100;
  return Number.isNaN(share) ? NOT_AVAILABLE : `${glyphs.plusMinus}${fixed(share, 1, glyphs)}%`;
}

/** `87.3 %`, a share between 0 and 1. */
export function sharePercent(share: number): string {
  return Number.isNaN(share) ? NOT_AVAILABLE : `${(share * 100).toFixed(1)} %`;
}

/** `+103.87 %`, a change that is an increase or a decrease. */
export function signedPercent(value: number, glyphs: Glyphs): string {
  return (value > 0 ? '+' : '') + percent(value, glyphs);
}

/**
 * Decimals for a column of rates, by its smallest: one, as core prints, for rates from 10 on, and as many as show four
 * digits of a smaller one.
 */
export function rateDecimals(smallest: number): number {
  return smallest >= 10 ? 1 : Math.min(12, 3 - Math.floor(Math.log10(smallest)));
}

/** A p value: four decimals, or an exponent where they would hide it. */
export function pValue(p: number): string {
  if (Number.isNaN(p)) return NOT_AVAILABLE;
  if (p === 0) return '0';
  return p >= 0.001 ? p.toFixed(4) : p.toExponential(1);
}

/** Core's stars: `***` p < .001, `**` p < .01, `*` p < .05; `NA` where no test was possible. */
export function stars(p: number): string {
  if (Number.isNaN(p)) return NOT_AVAILABLE;
  return p < 0.001 ? '***' : p < 0.01 ? '**' : p < 0.05 ? '*' : '';
}

/** `1 row`, `2 rows`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A round number on an axis: `500k`, `1.5M`. */
export function compactNumber(value: number): string {
  const [unit, suffix] = (
    [
      [1e9, 'G'],
      [1e6, 'M'],
      [1e3, 'k'],
    ] as const
  ).find(([size]) => Math.abs(value) >= size) ?? [1, ''];
  return `${Number((value / unit).toPrecision(4))}${suffix}`;
}

/** Seconds as a person says them: `0.19 s`, `11.4 s`, `68 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return NOT_AVAILABLE;
  if (seconds < 99.5) return `${seconds < 9.995 ? seconds.toFixed(2) : seconds.toFixed(1)} s`;
  const minutes = Math.floor(Math.round(seconds) / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds) % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Milliseconds with three digits, or all of those before the point: `0.0842 ms`, `1.30 ms`, `1024 ms`. */
export function milliseconds(value: number): string {
  if (!Number.isFinite(value)) return NOT_AVAILABLE;
  return `${value >= 100 ? value.toFixed(0) : value.toPrecision(3)} ms`;
}
