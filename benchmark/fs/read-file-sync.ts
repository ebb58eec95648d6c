// Reading a file that the page cache holds; one operation is one readFileSync of len bytes.
import { mkdtempSync, readFileSync, rmdirSync, unlinkSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { createBenchmark } from '../common';

const bench = createBenchmark(main, {
  encoding: ['buffer', 'utf8'],
  len: [1024, 32768],
  n: [2500],
});

function main({ encoding, len, n }: { encoding: string; len: number; n: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'corebench-fs-'));
  const file = join(folder, 'data');
  try {
    writeFileSync(file, Buffer.alloc(len, 'a'));
    const options = encoding === 'buffer' ? undefined : (encoding as BufferEncoding);
    let size = 0;
    bench.start();
    for (let i = 0; i < n; i++) size += readFileSync(file, options).length;
    bench.end(n);
    if (size !== n * len) throw new Error(`read ${size}, expected ${n * len}`);
  } finally {
    unlinkSync(file);
    rmdirSync(folder);
  }
}
