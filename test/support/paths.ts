import { existsSync } from 'node:fs';
import * as path from 'node:path';

/** The project's own folder, seen from dist/test/support. */
export const PROJECT = path.resolve(__dirname, '../../..');
export const DIST = path.join(PROJECT, 'dist');
export const FIXTURES = path.join(PROJECT, 'test', 'fixtures');

/** A Node.js binary of the given major version, installed by `npm run install-nodes`; null when it is not there. */
export function nodeOfMajor(major: number): string | null {
  const file = path.join(PROJECT, '.nodes', 'node_modules', `node${major}`, 'bin', 'node');
  return existsSync(file) ? file : null;
}

/** The reason to skip a test that needs these versions; false when they are installed. */
export function skipWithout(...majors: number[]): string | false {
  const missing = majors.filter((major) => nodeOfMajor(major) === null);
  return missing.length > 0 && `needs Node ${missing.join(' and ')}: npm run install-nodes`;
}
