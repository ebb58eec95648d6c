import { textWidth } from './text-layout';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Shortens what is wider than `width` columns by cutting out its middle. Different texts stay different: the cut moves
 * away from the middle where the ends alone would not tell two of them apart, and where no cut can, a number does.
 *
 * @returns every text's short form, keyed by the text; a text that fits is its own.
 */
export function shortenAll(texts: readonly string[], width: number, ellipsis: string): Map<string, string> {
  const distinct = [...new Set(texts)];
  const room = Math.max(0, width - textWidth(ellipsis));
  const heads = headWidths(room);
  for (const head of heads) {
    const forms = distinct.map((text) => cutMiddle(text, width, head, ellipsis));
    if (new Set(forms).size === distinct.length) return new Map(distinct.map((text, i) => [text, forms[i]!]));
  }
  const taken = new Set(distinct.filter((text) => textWidth(text) <= width));
  const result = new Map<string, string>();
  for (const text of distinct) {
    if (taken.has(text)) result.set(text, text);
    else {
      const form = firstFree(text, width, heads, ellipsis, taken);
      taken.add(form);
      result.set(text, form);
    }
  }
  return result;
}

function firstFree(
  text: string,
  width: number,
  heads: readonly number[],
  ellipsis: string,
  taken: ReadonlySet<string>,
): string {
  for (const head of heads) {
    const form = cutMiddle(text, width, head, ellipsis);
    if (!taken.has(form)) return form;
  }
  for (let number = 2; ; number++) {
    const tail = `${ellipsis}#${number}`;
    const form = start(text, width - textWidth(tail)) + tail;
    if (!taken.has(form)) return form;
  }
}

/** Widths to try for the part before the cut: half of the room first, then ever further from it. */
function headWidths(room: number): number[] {
  const half = Math.ceil(room / 2);
  return Array.from({ length: room + 1 }, (_, width) => width).sort(
    (a, b) => Math.abs(a - half) - Math.abs(b - half) || a - b,
  );
}

function cutMiddle(text: string, width: number, head: number, ellipsis: string): string {
  if (textWidth(text) <= width) return text;
  const tail = Math.max(0, width - textWidth(ellipsis) - head);
  return start(text, head) + ellipsis + end(text, tail);
}

function start(text: string, width: number): string {
  let taken = '';
  for (const { segment } of graphemes.segment(text)) {
    if (textWidth(taken + segment) > width) break;
    taken += segment;
  }
  return taken;
}

function end(text: string, width: number): string {
  let taken = '';
  for (const { segment } of [...graphemes.segment(text)].reverse()) {
    if (textWidth(segment + taken) > width) break;
    taken = segment + taken;
  }
  return taken;
}
