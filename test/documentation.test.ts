import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { nodeOfMajor, PROJECT } from './support/paths';

const folder = mkdtempSync(path.join(tmpdir(), 'corebench-documentation-'));
after(() => rmSync(folder, { recursive: true }));
// The names the documents use for two versions; where they are not installed, the running one stands for both.
for (const major of [22, 26])
  symlinkSync(nodeOfMajor(major) ?? process.execPath, path.join(folder, `node-${major}`));
symlinkSync(process.execPath, path.join(folder, 'node'));
mkdirSync(path.join(folder, 'work'));
// Commands are shown as from the project's folder; here what they write goes elsewhere.
for (const name of ['dist', 'package.json', 'examples']) {
  symlinkSync(path.join(PROJECT, name), path.join(folder, 'work', name));
}

const DOCUMENTS = [
  'README.md',
  ...readdirSync(path.join(PROJECT, 'doc'))
    .sort()
    .map((name) => `doc/${name}`),
];

/** The commands of a document's console blocks, lines continued with a backslash joined. */
function commandsOf(document: string): string[] {
  const text = readFileSync(path.join(PROJECT, document), 'utf8');
  const blocks = [...text.matchAll(/```console\n([\s\S]*?)```/g)].map((match) =>
    match[1]!.replaceAll('\\\n', ' '),
  );
  return blocks.flatMap((block) => [...block.matchAll(/^\$ (.+)$/gm)].map((match) => match[1]!));
}

const { scripts } = JSON.parse(readFileSync(path.join(PROJECT, 'package.json'), 'utf8')) as {
  scripts: { start: string };
};

/** What a command becomes here: no second installation, no suite inside the suite, few runs. */
function runnable(command: string): string {
  return command
    .replace(/^npm ci && /, '')
    .replace(/^npm start$/, scripts.start)
    .replaceAll('npx corebench', `node dist/benchmark/cli.js`)
    .replace(/--runs[ =]\d+/g, '--runs 2')
    .replace(/--comparisons[ =]\d+/g, '--comparisons 1');
}

function run(command: string): Promise<{ code: number | null; output: string }> {
  const child = spawn('bash', ['-c', command], {
    cwd: path.join(folder, 'work'),
    env: { ...process.env, PATH: `${folder}${path.delimiter}${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

for (const document of DOCUMENTS) {
  for (const command of commandsOf(document)) {
    if (command === 'npm ci && npm test') {
      test(`${document}: "npm test" is what CI runs after "npm ci"`, () => {
        const script = readFileSync(path.join(PROJECT, '.ci', 'run'), 'utf8');
        assert.match(script, /^npm ci\b[\s\S]*^npm test$/m);
      });
      continue;
    }
    test(`${document}: $ ${command}`, async () => {
      const { code, output } = await run(runnable(command));
      assert.equal(code, 0, output);
      assert.notEqual(output, '');
    });
  }
}

test('documents link to files that exist', () => {
  for (const document of DOCUMENTS) {
    const text = readFileSync(path.join(PROJECT, document), 'utf8');
    for (const [, target] of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
      const file = path.resolve(PROJECT, path.dirname(document), target!);
      assert.ok(
        readdirSync(path.dirname(file)).includes(path.basename(file)),
        `${document} links to ${target}`,
      );
    }
  }
});
