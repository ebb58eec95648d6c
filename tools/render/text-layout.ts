import stringWidth from 'string-width';

const PRINTABLE_ASCII = /^[ -~]*$/;

export function isPrintableAscii(text: string): boolean {
  return PRINTABLE_ASCII.test(text);
}

/** Columns a text takes in a terminal: wide characters count two, combining ones and ANSI codes none. */
export function textWidth(text: string): number {
  // string-width takes 3 µs even for the plain texts that nearly all of these are.
  return isPrintableAscii(text) ? text.length : stringWidth(text);
}

/** The widest of some texts, in columns; 0 for none. */
export function widest(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, textWidth(text)), 0);
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - textWidth(text))) + text;
}

/** Control characters and line separators written as escapes: no name can break or turn a line or send codes to the terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/**
 * Breaks a text into lines of at most `width` columns at its spaces (not before `%`); a longer word stays whole.
 * The first begins as the text does, the others with `indent`.
 */
export function wrap(text: string, width: number, indent = ''): string[] {
  const lines: string[] = [];
  const [margin] = /^ */.exec(text)!;
  let line = '';
  for (const word of text.slice(margin.length).split(/ (?!%)/)) {
    if (line === '') line = margin + word;
    else if (textWidth(line) + 1 + textWidth(word) <= width) line += ` ${word}`;
    else {
      lines.push(line);
      line = indent + word;
    }
  }
  lines.push(line);
  return lines;
}

/** Sections with a blank line between them, empty ones left out, as one text that ends with a newline. */
export function joinSections(sections: readonly (readonly string[])[]): string {
  return sections
    .filter((section) => section.length > 0)
    .map((section) => `${section.join('\n')}\n`)
    .join('\n');
}
