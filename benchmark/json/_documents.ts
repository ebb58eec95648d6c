/** An array of `len` entries of one of the kinds that JSON engines treat differently. Throws for an unknown kind. */
export function makeDocument(type: string, len: number): unknown[] {
  return Array.from({ length: len }, (_, i) => {
    switch (type) {
      case 'numbers':
        return Math.sqrt(i + 1);
      case 'strings':
        return `entry ${i}: "quoted", \u6F22\u5B57, and then plain text to the end of the line\n`;
      case 'records':
        return { id: i, name: `entry ${i}`, live: i % 2 === 0 };
      default:
        throw new Error(`unknown type "${type}"`);
    }
  });
}
