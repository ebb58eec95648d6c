import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FileLookup, labelProcess, type ProcessIdentity } from '../../tools/memory';

const LINKS = new Map([
  ['/app/node_modules/.bin/cli.js', '/app/node_modules/@scope/tool/dist/cli.js'],
  ['/app/node_modules/.bin/main.js', '/opt/tool/main.js'],
]);
const FILES: FileLookup = {
  exists: (path) => path === '/opt/My App/tool' || path === '/home/my tool',
  resolve: (path) => LINKS.get(path) ?? null,
};

function check(label: string, argv: readonly string[], identity: Partial<ProcessIdentity> = {}): void {
  test(`[${argv.map((arg) => JSON.stringify(arg)).join(', ')}] is ${label}`, () => {
    assert.equal(labelProcess({ argv, exe: null, cwd: '/home', ...identity }, FILES), label);
  });
}

// Programs by the basename of argv[0].
check('gzip', ['gzip', '-9', 'file.txt']);
check('tar', ['/usr/bin/tar', 'xf', 'index.js']);
check('node_exporter', ['/usr/local/bin/node_exporter', '--port', '9100']);
check('nodemon', ['nodemon', 'x.js']);

// Interpreters by the basename of their script.
check('x.js', ['node', 'x.js']);
check('x.js', ['/opt/node/bin/node', '/srv/app/x.js', '--help']);
check('x.js', ['nodejs', './x.js']);
check('x.js', ['node20', 'x.js']);
check('x.ts', ['bun', 'x.ts']);
check('x.ts', ['bun', 'run', 'x.ts']);
check('x.ts', ['bun', '--cwd', '/srv', 'run', '-r', './a', 'x.ts']);
check('build', ['bun', 'run', 'build']);
check('x.ts', ['deno', 'run', '-A', '--config', 'deno.json', 'x.ts']);
check('tool', ['python3', '/usr/bin/tool']);
check('tool.py', ['python3.11', '-u', '-W', 'error', '-Xdev', 'tool.py']);
check('tool.py', ['python', '-OX', 'dev', 'tool.py']);
check('tool.rb', ['ruby', '-I', 'lib', '-W0', '-rset', 'tool.rb']);
check('tool.pl', ['perl', '-w', '-Ilib', '-MPOSIX', 'tool.pl']);
check('build.sh', ['bash', 'build.sh', 'all']);
check('build.sh', ['bash', '-euo', 'pipefail', '/srv/build.sh']);
check('build.sh', ['/bin/bash', '--rcfile', 'rc', '--', 'build.sh']);
check('build.sh', ['sh', '-x', './build.sh']);

// Interpreters without a script.
check('node', ['node']);
check('node', ['node', '--inspect']);
check('node', ['node', '-']);
check('node', ['node', '--']);
check('node', ['node', '--run', 'test']);
check('bun', ['bun', 'install']);
check('bun', ['bun', '-e', 'x.js']);
check('deno', ['deno', 'eval', 'code']);
check('python3', ['python3', '-c', 'import x', 'x.py']);
check('python3', ['python3', '-um', 'http.server']);
check('ruby', ['ruby', '-e', 'puts 1']);
check('perl', ['perl', '-lane', 'print', 'x.txt']);
check('bash', ['bash', '-c', 'x.sh']);
check('sh', ['sh', '-ec', 'node x.js']);
check('bash', ['bash', '-s', 'argument']);
check('bash', ['bash', '-i']);

// Node's options that take a value.
check('x.ts', ['node', '--import', 'tsx', 'x.ts']);
check('x.ts', ['node', '--import=tsx', 'x.ts']);
check('x.js', ['node', '-r', './a.js', '--require', './b.js', 'x.js']);
check('x.js', ['node', '--loader', './l.mjs', '--experimental-loader', './m.mjs', '--no-warnings', 'x.js']);
check('x.js', ['node', '-C', 'development', '--env-file', '.env', '--title', 'a b', 'x.js']);
check('x.js', ['node', '--env_file', '.env', 'x.js']);
check('x.js', ['node', '--max-old-space-size=100', '--expose-gc', '--inspect-port', '0', '--', 'x.js']);
check('node -e', ['node', '-e', '1 + 1']);
check('node -e', ['node', '--import', 'tsx', '--eval', 'x.js']);
check('node -e', ['node', '--eval=1', 'x.js']);
check('node -p', ['node', '-p', '1']);
check('node -p', ['node', '--print', '1']);
check('node -p', ['/usr/bin/node', '-pe', '1']);

// Scripts with a name that says nothing: the npm package.
check('webpack', ['node', '/app/node_modules/webpack/bin/cli.js']);
check('@scope/tool', ['node', '/app/node_modules/@scope/tool/index.js']);
check('inner', ['node', '/app/node_modules/outer/node_modules/inner/dist/main.mjs']);
check('real', ['node', '/app/node_modules/foo/../real/./lib/worker.cjs']);
check('jest-worker', ['node', '../app/node_modules/jest-worker/worker.js'], { cwd: '/srv' });
check('foo', ['node', 'bin.js'], { cwd: '/app/node_modules/foo' });
check('@scope/tool', ['node', '/app/node_modules/.bin/cli.js']);
check('main.js', ['node', 'node_modules/.bin/main.js'], { cwd: '/app' });
check('index.js', ['node', '/app/node_modules/.bin/index.js']);
check('index.js', ['node', '/srv/app/index.js']);
check('main.js', ['node', '/app/node_modules/main.js']);
check('webpack.js', ['node', '/app/node_modules/webpack/bin/webpack.js']);
check('tsc', ['node', '/app/node_modules/.bin/tsc']);
check('mycli.js', ['node', '/app/node_modules/foo/mycli.js']);
check('index.ts', ['node', '/app/node_modules/foo/index.ts']);

// Titles written over the command line.
check('npm', ['npm exec'], { exe: '/usr/bin/node' });
check('npm', ['npm run build'], { exe: '/usr/bin/node' });
check('nginx:', ['nginx: master process /usr/sbin/nginx']);
check('tool', ['/opt/My App/tool']);
check('my tool', ['./my tool']);
check('node', [' leading blank'], { exe: '/usr/bin/node' });
check('my', ['my title'], { cwd: null });

// Nothing in the command line.
check('node', [], { exe: '/usr/bin/node' });
check('node', [''], { exe: '/opt/old/node (deleted)' });
check('unknown', []);
