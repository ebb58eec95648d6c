import type { Input } from './input';
import type { FileOutput } from './output';

/**
 * An input that is copied while it is read, so that a pipe is read once: its lines as they are, without a last one
 * that has no line break, which a killed writer left.
 */
export function copyingInput(input: Input, output: FileOutput): Input {
  return {
    name: input.name,
    async *chunks() {
      let rest: Buffer[] = [];
      for await (const chunk of input.chunks()) {
        const end = chunk.lastIndexOf('\n') + 1;
        if (end > 0) {
          for (const piece of rest) output.write(piece);
          output.write(chunk.subarray(0, end));
          rest = [];
        }
        rest.push(chunk.subarray(end));
        yield chunk;
      }
    },
  };
}
