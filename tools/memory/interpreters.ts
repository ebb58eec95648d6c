/** How an interpreter's command line is read, as far as is needed to find the script in it. */
interface Syntax {
  /** The interpreter's names, without a version. */
  readonly names: readonly string[];
  /** Options whose value is the next argument. */
  readonly valueOptions: ReadonlySet<string>;
  /** Options after which there is no script: their value is the program, or it comes from elsewhere. */
  readonly codeOptions: ReadonlySet<string>;
  /** Where options of one letter can be joined (`-euo pipefail`): those that take the rest of the word as value. */
  readonly attachedLetters?: string;
  /** Whether the first word may be a subcommand, of which only `run` is followed by a script. */
  readonly subcommands?: true;
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter(Boolean));
}

const NODE: Syntax = {
  names: ['node', 'nodejs'],
  // Every option that Node.js 20, 22 and 26 declare with a value that need not be attached by `=`.
  valueOptions: words(`
    -r -C --require --import --loader --conditions --allow-fs-read --allow-fs-write --bench-isolation
    --bench-name-pattern --bench-reporter --bench-reporter-destination --bench-samples --bench-warmup --build-sea
    --build-snapshot-config --config-file --cpu-prof-dir --cpu-prof-interval --cpu-prof-name --debug-port
    --diagnostic-dir --disable-proto --disable-warning --dns-result-order --env-file --env-file-if-exists
    --experimental-config-file --experimental-default-type --experimental-loader --experimental-package-map
    --experimental-policy --experimental-sea-config --experimental-test-isolation --experimental-test-tag-filter
    --heap-prof-dir --heap-prof-interval --heap-prof-name --heapsnapshot-near-heap-limit --heapsnapshot-signal
    --icu-data-dir --input-type --inspect-port --inspect-publish-uid --localstorage-file --max-http-header-size
    --max-old-space-size-percentage --network-family-autoselection-attempt-timeout --openssl-config
    --policy-integrity --process-timeout --redirect-warnings --report-dir --report-directory --report-filename
    --report-signal --secure-heap --secure-heap-min --security-revert --security-reverts --snapshot-blob
    --stack-trace-limit --test-concurrency --test-coverage-branches --test-coverage-exclude
    --test-coverage-functions --test-coverage-include --test-coverage-lines --test-global-setup --test-isolation
    --test-name-pattern --test-random-seed --test-reporter --test-reporter-destination --test-rerun-failures
    --test-shard --test-skip-pattern --test-timeout --title --tls-cipher-list --tls-keylog --trace-event-categories
    --trace-event-file-pattern --trace-require-module --unhandled-rejections --use-largepages --v8-pool-size
    --vfs-load --watch-kill-signal --watch-path`),
  codeOptions: words('-e --eval -p --print -pe --run -'),
};

const SYNTAXES: readonly Syntax[] = [
  NODE,
  {
    names: ['bun'],
    valueOptions: words('-r --preload --require --import --cwd -c --config --env-file'),
    codeOptions: words('-e --eval -p --print -'),
    subcommands: true,
  },
  {
    names: ['deno'],
    valueOptions: words('-c --config --import-map --lock --cert --location --seed'),
    codeOptions: words('-'),
    subcommands: true,
  },
  {
    names: ['python'],
    valueOptions: words('-W -X --check-hash-based-pycs'),
    codeOptions: words('-c -m -'),
    attachedLetters: '',
  },
  {
    names: ['ruby'],
    valueOptions: words('-C -E -I -r'),
    codeOptions: words('-e -'),
    attachedLetters: 'FKix',
  },
  {
    names: ['perl'],
    valueOptions: words('-I'),
    codeOptions: words('-e -E -'),
    attachedLetters: 'CDFMVimx',
  },
  {
    names: ['bash', 'sh'],
    valueOptions: words('-o -O --rcfile --init-file'),
    codeOptions: words('-c -s -'),
    attachedLetters: '',
  },
];

/** The short form of the options by which node is given its program on the command line. */
const NODE_CODE: ReadonlyMap<string, string> = new Map([
  ['-e', '-e'],
  ['--eval', '-e'],
  ['-p', '-p'],
  ['--print', '-p'],
  ['-pe', '-p'],
]);

/** What an interpreter was asked to run. */
export interface Program {
  /** The script as it stands on the command line; null where there is none: a prompt, code, standard input. */
  readonly script: string | null;
  /** `-e` or `-p` when node was given its program that way. */
  readonly codeOption?: string;
}

/**
 * What the interpreter of this name (`node`, `python3.11`) runs, given the arguments that follow it on the command line;
 * null when the name is not an interpreter's.
 */
export function interpretedProgram(name: string, args: readonly string[]): Program | null {
  const unversioned = name.replace(/[\d.]+$/, '');
  const syntax = SYNTAXES.find(({ names }) => names.includes(unversioned));
  return syntax === undefined ? null : findProgram(syntax, args);
}

function findProgram(syntax: Syntax, args: readonly string[]): Program {
  let subcommandExpected = syntax.subcommands === true;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (arg === '--') return { script: args[i + 1] ?? null };
    if (arg.startsWith('-')) {
      const { option, takes } = readOption(syntax, arg);
      if (takes === 'code')
        return { script: null, codeOption: syntax === NODE ? NODE_CODE.get(option) : undefined };
      if (takes === 'next') i++;
    } else if (subcommandExpected && arg === 'run') {
      subcommandExpected = false;
    } else {
      // `bun install`, `deno test`: a subcommand, where a script has a path or an extension.
      return { script: subcommandExpected && !/[./]/.test(arg) ? null : arg };
    }
  }
  return { script: null };
}

/** The option in an argument, and whether it takes the next argument, is itself the end of the search, or neither. */
function readOption(syntax: Syntax, arg: string): { option: string; takes: 'code' | 'next' | 'nothing' } {
  const equals = arg.indexOf('=');
  // Node accepts `_` for `-` inside an option's name.
  const option = (equals === -1 ? arg : arg.slice(0, equals)).replaceAll('_', '-');
  if (syntax.codeOptions.has(option)) return { option, takes: 'code' };
  if (syntax.valueOptions.has(option)) return { option, takes: equals === -1 ? 'next' : 'nothing' };
  if (syntax.attachedLetters !== undefined && !arg.startsWith('--')) {
    for (let i = 1; i < arg.length; i++) {
      const letter = `-${arg[i]}`;
      if (syntax.codeOptions.has(letter)) return { option: letter, takes: 'code' };
      if (syntax.valueOptions.has(letter)) {
        return { option: letter, takes: i === arg.length - 1 ? 'next' : 'nothing' };
      }
      if (syntax.attachedLetters.includes(arg[i]!)) break;
    }
  }
  return { option, takes: 'nothing' };
}
