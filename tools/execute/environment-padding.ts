import { configurationKey } from '../model/configuration';
import type { Job } from '../model/job';
import { seededRandom } from '../stats/random';

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
