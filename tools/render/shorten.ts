import { isPrintableAscii, textWidth } from './text-layout';

let segmenter: Intl.Segmenter | undefined;

/** Made when it is first needed: it takes 25 ms, and most texts fit. */
function graphemes(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter;
}

/** A text in user-perceived characters, with the columns each takes. */
interface Measured {
  readonly text: string;
  readonly width: number;
  readonly parts: readonly Part[];
  readonly reversed: readonly Part[];
}

interface Part {
  readonly text: string;
  readonly width: number;
}

/**
 * Shortens what is wider than `width` columns by cutting out its middle. Different texts stay different: the cut moves
 * away from the middle where the ends alone would not tell two of them apart, and where no cut can, a number does.
 *
 * @returns every text's short form, keyed by the text; a text that fits is its own.
 */
export function shortenAll(texts: readonly string[], width: number, ellipsis: string): Map<string, string> {
  const distinct = [...new Set(texts)].map(measure);
  const room = Math.max(0, width - textWidth(ellipsis));
  const cut = (measured: Measured, head: number) =>
    measured.width <= width ? measured.text : cutMiddle(measured, head, room - head, ellipsis);
  const heads = headWidths(room);
  for (const head of heads) {
    const forms = distinct.map((measured) => cut(measured, head));
    if (new Set(forms).size === distinct.length)
      return new Map(distinct.map(({ text }, i) => [text, forms[i]!]));
  }
  const taken = new Set(distinct.filter((measured) => measured.width <= width).map(({ text }) => text));
  const firstFree = (measured: Measured, position: number): string => {
    for (const head of heads) {
      const form = cut(measured, head);
      if (!taken.has(form)) return form;
    }
    for (let number = position; ; number++) {
      const tail = `${ellipsis}#${number}`;
      const form = cutMiddle(measured, width - textWidth(tail), 0, tail);
      if (!taken.has(form)) return form;
    }
  };
  return new Map(
    distinct.map((measured, i) => {
      const form = measured.width <= width ? measured.text : firstFree(measured, i + 1);
      taken.add(form);
      return [measured.text, form];
    }),
  );
}

function measure(text: string): Measured {
  // A segmenter takes 100 µs even for the plain texts that nearly all of these are.
  const parts = isPrintableAscii(text)
    ? [...text].map((character) => ({ text: character, width: 1 }))
    : segments(text);
  const width = parts.reduce((sum, part) => sum + part.width, 0);
  return { text, width, parts, reversed: [...parts].reverse() };
}

function segments(text: string): Part[] {
  return [...graphemes().segment(text)].map(({ segment }) => ({
    text: segment,
    width: textWidth(segment),
  }));
}

/** Widths to try for the part before the cut: half of the room first, then ever further from it. */
function headWidths(room: number): number[] {
  const half = Math.ceil(room / 2);
  return Array.from({ length: room + 1 }, (_, width) => width).sort(
    (a, b) => Math.abs(a - half) - Math.abs(b - half) || a - b,
  );
}

function cutMiddle({ parts, reversed }: Measured, head: number, tail: number, ellipsis: string): string {
  return [...takeWithin(parts, head), ellipsis, ...takeWithin(reversed, tail).reverse()].join('');
}

/** The first parts that together take at most `width` columns. */
function takeWithin(parts: readonly Part[], width: number): string[] {
  const taken: string[] = [];
  let left = width;
  for (const part of parts) {
    left -= part.width;
    if (left < 0) break;
    taken.push(part.text);
  }
  return taken;
}
