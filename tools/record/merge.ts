import type { Input } from './input';
import type { FileOutput } from './output';

/** Copies a file's lines as they are; a last one without a line break, which a killed writer left, is not. */
export async function copyCompleteLines(input: Input, output: FileOutput): Promise<void> {
  let rest: Buffer[] = [];
  for await (const chunk of input.chunks()) {
    const end = chunk.lastIndexOf('\n') + 1;
    if (end > 0) {
      for (const piece of rest) output.write(piece);
      output.write(chunk.subarray(0, end));
      rest = [];
    }
    rest.push(chunk.subarray(end));
  }
}
