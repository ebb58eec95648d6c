import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  flag,
  listOption,
  negatable,
  numberFrom,
  oneOf,
  parseCommandLine,
  positiveInteger,
  type ToolSpec,
  valueOption,
} from '../../tools/cli/options';
import { UsageError } from '../../tools/model/errors';

const options = {
  runs: valueOption('N', 'runs', positiveInteger, 30),
  gate: valueOption('PERCENT', 'gate', numberFrom(0), null),
  order: valueOption('KIND', 'order', oneOf('random', 'fixed'), 'random' as const),
  set: listOption('VARIABLE=VALUE', 'set'),
  analyze: flag('analyse'),
  chart: flag('draw no chart', true),
  plot: negatable(
    valueOption('WHAT', 'plot', oneOf('rate', 'memory', 'none'), 'rate' as const),
    'none' as const,
  ),
};
const tool: ToolSpec<typeof options> = {
  name: 'try',
  summary: 'Tries options.',
  items: '<item> …',
  itemsHelp: 'Items are items.',
  options,
  example: ['--runs 5 thing', 'try it'],
};

async function parse(...argv: string[]) {
  const parsed = await parseCommandLine(tool, argv);
  assert.ok('options' in parsed);
  return parsed;
}

async function refuses(argv: string[], message: RegExp): Promise<void> {
  await assert.rejects(
    parseCommandLine(tool, argv),
    (error) => error instanceof UsageError && message.test(error.message),
  );
}

test('defaults hold where nothing is given', async () => {
  assert.deepEqual(await parse('a', 'b'), {
    options: { runs: 30, gate: null, order: 'random', set: [], analyze: false, chart: true, plot: 'rate' },
    items: ['a', 'b'],
    arguments: ['a', 'b'],
  });
});

test('values are taken with = and without, and repeatable options add up', async () => {
  const { options: given, items } = await parse(
    '--runs=5',
    '--set',
    'n=1',
    'a',
    '--set=m=x=y',
    '--no-chart',
    '--analyze',
  );
  assert.deepEqual(given, {
    runs: 5,
    gate: null,
    order: 'random',
    set: ['n=1', 'm=x=y'],
    analyze: true,
    chart: false,
    plot: 'rate',
  });
  assert.deepEqual(items, ['a']);
});

test('a value may begin with dashes', async () => {
  assert.deepEqual((await parse('--set', '--no-opt', '--set=--jitless')).options.set, [
    '--no-opt',
    '--jitless',
  ]);
});

test('one dash is enough, as in the tools of Node core', async () => {
  const { options: given, items } = await parse('-runs', '5', '-set', '-', 'a');
  assert.deepEqual([given.runs, given.set, items], [5, ['-'], ['a']]);
});

test('words behind -- are items', async () => {
  assert.deepEqual((await parse('--', '--runs')).items, ['--runs']);
});

test('an option with a value can have a negation, which takes none', async () => {
  assert.equal((await parse('--plot', 'memory')).options.plot, 'memory');
  assert.equal((await parse('--no-plot', 'rate')).options.plot, 'none');
  await refuses(['--plot=none', '--no-plot'], /--plot is given twice/);
  await refuses(['--no-plot=rate'], /--no-plot takes no value, got "rate"/);
  await refuses(['--no-runs'], /unknown option --no-runs/);
  await refuses(['--no-plt'], /did you mean --no-plot\?/);
});

test('zero is a value of a gate, not its absence', async () => {
  assert.equal((await parse('--gate', '0')).options.gate, 0);
});

test('an unknown option names the nearest one', async () => {
  await refuses(['--rnus', '5'], /unknown option --rnus; did you mean --runs\?/);
  await refuses(['--no-analyzer'], /unknown option --no-analyzer/);
  await refuses(['--completely-else'], /the nearest are (--[\w-]+, ){2}--[\w-]+; --help lists all/);
  await refuses(['-r', '5'], /unknown option -r/);
});

test('numbers are taken whole or not at all', async () => {
  for (const bad of ['3abc', 'abc', '0', '-1', '2.5', '1e3', '', ' ', 'Infinity']) {
    await refuses([`--runs=${bad}`], /--runs expects a positive whole number/);
  }
  for (const bad of ['-1', 'x', '', 'NaN', '0x10'])
    await refuses([`--gate=${bad}`], /--gate expects a number/);
});

test('a missing value, a doubled option and a flag with a value are errors', async () => {
  await refuses(['--runs'], /--runs needs a value/);
  await refuses(['--runs', '1', '--runs', '2'], /--runs is given twice/);
  await refuses(['--analyze=yes'], /--analyze takes no value/);
  await refuses(['--order', 'sorted'], /--order expects random or fixed, got "sorted"/);
});

test('the help lists every option with its default and one example', async () => {
  const parsed = await parseCommandLine(tool, ['--runs', 'abc', '--help']);
  assert.ok('help' in parsed);
  for (const part of [
    '--runs',
    '[default: 30]',
    '--no-chart',
    '--no-plot is none',
    '--set',
    'corebench try --runs 5 thing',
  ]) {
    assert.ok(parsed.help.includes(part), part);
  }
});
