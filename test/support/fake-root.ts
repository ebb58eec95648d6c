import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after } from 'node:test';

/** A folder with these files, removed when the tests of the file are over. */
export function fakeRoot(files: { readonly [file: string]: string }): string {
  const root = mkdtempSync(path.join(tmpdir(), 'corebench-root-'));
  after(() => rmSync(root, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${text}\n`);
  }
  return root;
}
