import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { after, test } from 'node:test';
import { parse } from 'yaml';
import { analyzeTool } from '../../benchmark/analyze';
import { compareTool } from '../../benchmark/compare';
import { mergeTool } from '../../benchmark/merge';
import { type OptionSpecs, parseCommandLine, type ToolSpec } from '../../tools/cli/options';
import { DIST, FIXTURES, PROJECT } from '../support/paths';

const folder = mkdtempSync(path.join(tmpdir(), 'corebench-recipes-'));
after(() => rmSync(folder, { recursive: true }));
const example = (...names: string[]) => path.join(PROJECT, 'examples', ...names);

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Record<string, unknown>;
}
interface Job {
  readonly 'runs-on': string;
  readonly needs?: string;
  readonly if?: string;
  readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } };
  readonly steps: readonly Step[];
}

const KEYS = {
  workflow: ['name', 'on', 'jobs'],
  job: ['runs-on', 'timeout-minutes', 'strategy', 'needs', 'if', 'steps'],
  step: ['name', 'uses', 'with', 'run', 'if'],
};

function assertKeys(value: object, known: readonly string[]): void {
  assert.deepEqual(
    Object.keys(value).filter((key) => !known.includes(key)),
    [],
  );
}

test('the workflow for GitHub has the keys that a workflow has, and what it refers to', () => {
  const workflow = parse(readFileSync(example('github', 'benchmark.yml'), 'utf8'));
  assertKeys(workflow, KEYS.workflow);
  const jobs = Object.entries(workflow.jobs as Record<string, Job>);
  for (const [, job] of jobs) {
    assertKeys(job, KEYS.job);
    assert.ok(job.needs === undefined || workflow.jobs[job.needs] !== undefined);
    for (const step of job.steps) {
      assertKeys(step, KEYS.step);
      assert.equal(Number(step.uses !== undefined) + Number(step.run !== undefined), 1);
      if (step.uses !== undefined) assert.match(step.uses, /^actions\/[\w-]+@v\d+$/);
      for (const [, name] of JSON.stringify(step).matchAll(/\$\{\{ ([\w.]+) \}\}/g)) {
        assert.ok(['matrix.shard', 'github.event.pull_request.base.sha'].includes(name!), name);
      }
    }
  }
  const { matrix } = workflow.jobs.measure.strategy;
  assert.deepEqual(matrix.shard, [1, 2, 3, 4]);
});

/** The words of a command as a shell splits them. */
function words(command: string): string[] {
  return execFileSync('bash', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
}

test('every command of the workflow is one that the tools take', async () => {
  const { jobs } = parse(readFileSync(example('github', 'benchmark.yml'), 'utf8'));
  const commands = (Object.values(jobs) as Job[])
    .flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
    .map((run) => run.replaceAll(/\$\{\{ [\w.]*shard \}\}/g, '2').replaceAll(/\$\{\{ .*? \}\}/g, 'HEAD'))
    .filter((run) => run.startsWith('npx corebench'));
  assert.equal(commands.length, 3);
  const tools: Record<string, ToolSpec<OptionSpecs>> = {
    compare: compareTool.spec,
    merge: mergeTool.spec,
    analyze: analyzeTool.spec,
  };
  for (const command of commands) {
    const [, , tool, ...args] = words(command);
    const parsed = await parseCommandLine(tools[tool!]!, args);
    assert.ok('items' in parsed && parsed.items.length > 0, command);
  }
});

test("the scripts for Slurm do a shard a task, resume one that is requeued, and merge; Slurm's part is played", () => {
  const script = (name: string, args: string[], environment: NodeJS.ProcessEnv) =>
    spawnSync('bash', [example('slurm', name), ...args], {
      encoding: 'utf8',
      env: {
        ...process.env,
        COREBENCH: `${process.execPath} ${path.join(DIST, 'benchmark', 'cli.js')}`,
        RESULTS: folder,
        SLURM_ARRAY_JOB_ID: '77',
        SLURM_ARRAY_TASK_COUNT: '2',
        ...environment,
      },
    });
  const args = ['--old', process.execPath, '--new', process.execPath, '--runs', '2', '--set', 'n=10'];
  const measure = (task: string) =>
    script('measure.sbatch', [...args, path.join(FIXTURES, 'core-style', 'strings', 'join.js')], {
      SLURM_ARRAY_TASK_ID: task,
    });
  for (const task of ['1', '2', '2']) {
    const { status, stderr } = measure(task);
    assert.equal(status, 0, stderr);
  }
  const merged = script('merge.sbatch', ['--max-regression', '99'], {});
  assert.equal(merged.status, 0, merged.stderr);
  assert.match(readFileSync(path.join(folder, 'analysis.txt'), 'utf8'), /gate: passed/);
  assert.deepEqual(readdirSync(folder).sort(), [
    'all.jsonl',
    'analysis.txt',
    'shard-1.jsonl',
    'shard-2.jsonl',
  ]);
});

test('where there is no Slurm, its test says so and passes', () => {
  const bin = mkdtempSync(path.join(folder, 'bin-'));
  for (const name of ['dirname', 'id']) symlinkSync(`/usr/bin/${name}`, path.join(bin, name));
  const { status, stdout } = spawnSync('/bin/bash', [path.join(PROJECT, 'scripts', 'test-slurm.sh')], {
    encoding: 'utf8',
    env: { PATH: bin },
  });
  assert.equal(status, 0);
  assert.match(stdout, /^skipped: /);
});
