import { configurationKey } from '../model/configuration';
import type { Job, Variant } from '../model/job';
import { seededRandom } from '../stats/random';
import { type Inherited, PADDING_VARIABLE } from './preload';

/** A page: the stack of a process begins below its environment block, so a size shifts it within one page. */
const MOST_BYTES = 4096;

/**
 * What fills the environment block of a job's process: 0 to 4095 bytes, drawn from the seed and the job's place alone.
 * The size of that block moves the stack, and its place relative to the caches alone can change a rate by several
 * percent (Mytkowicz, Diwan, Hauswirth & Sweeney, ASPLOS 2009): a bias that repetition does not show while it is the
 * same for every process of a variant, and noise like any other once it is drawn anew for each.
 */
export function environmentPadding(seed: string, job: Job): string {
  const place = `${job.benchmark.filename}/${configurationKey(job.configuration)}/${job.round}/${job.variant.label}`;
  return 'x'.repeat(seededRandom(`${seed}/environment/${place}`).integer(MOST_BYTES));
}

/**
 * The environment of a root pass, or of a job: the driver's, the variant's port, what the root pass changed, and where
 * there is a seed what fills its block.
 */
export function processEnvironment(
  { port }: Variant,
  inherited?: Inherited,
  padding?: { readonly seed: string | null; readonly job: Job },
): NodeJS.ProcessEnv {
  const environment = { ...process.env };
  // Set for the processes of a root pass by their harness, and not by who started the driver.
  delete environment['NODE_RUN_BENCHMARK_FN'];
  if (port !== undefined) environment['PORT'] = String(port);
  for (const [name, value] of Object.entries(inherited?.environment ?? {})) {
    if (value === null) delete environment[name];
    else environment[name] = value;
  }
  if (padding !== undefined && padding.seed !== null) {
    environment[PADDING_VARIABLE] = environmentPadding(padding.seed, padding.job);
  }
  return environment;
}
