import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePlan } from '../../tools/plan/plan';
import { countJobs, type Order, schedule } from '../../tools/plan/schedule';
import { BENCHMARK, NEW, OLD, simulatedExecutor } from '../support/simulation';

const NEVER = new AbortController().signal;

async function firsts(order: Order, seed: string, runs = 400): Promise<string[]> {
  const plan = await makePlan(simulatedExecutor({ count: 1 }), [BENCHMARK], [OLD, NEW], [], NEVER);
  const blocks = [...schedule(plan, { runs, seed, order, shuffleConfigurations: false })];
  for (const block of blocks)
    assert.deepEqual(
      block.map(({ order: place }) => place),
      [1, 2],
    );
  return blocks.map((block) => block[0]!.variant.label);
}

test('in random order old goes first about half the time, without a pattern from round to round', async () => {
  const labels = await firsts('random', '7');
  const old = labels.filter((label) => label === 'old').length;
  const repeats = labels.filter((label, at) => at > 0 && label === labels[at - 1]).length;
  assert.ok(old > 160 && old < 240, `${old} of 400`);
  assert.ok(repeats > 160 && repeats < 240, `${repeats} repeats`);
});

test('the seed decides the order', async () => {
  assert.deepEqual(await firsts('random', '7'), await firsts('random', '7'));
  assert.notDeepEqual(await firsts('random', '7'), await firsts('random', '8'));
});

test('the coin of a round does not depend on how many rounds there are', async () => {
  assert.deepEqual((await firsts('random', '7', 10)).slice(0, 5), await firsts('random', '7', 5));
});

test('alternate swaps every round, fixed never', async () => {
  assert.deepEqual(await firsts('alternate', '7', 4), ['old', 'new', 'old', 'new']);
  assert.deepEqual(await firsts('fixed', '7', 4), ['old', 'old', 'old', 'old']);
});

test('shuffled configurations come in an order of their own each round, each once', async () => {
  const plan = await makePlan(simulatedExecutor({ count: 6 }), [BENCHMARK], [OLD], [], NEVER);
  const blocks = [...schedule(plan, { runs: 5, seed: '1', order: 'fixed', shuffleConfigurations: true })];
  const rounds = [1, 2, 3, 4, 5].map((round) =>
    blocks.filter(([job]) => job!.round === round).map(([job]) => job!.configuration[1]![1]),
  );
  for (const round of rounds) assert.deepEqual([...round].sort(), [1, 2, 3, 4, 5, 6]);
  assert.ok(new Set(rounds.map(String)).size > 1);
  assert.equal(countJobs(plan, 5), 30);
});
