import { LEAST_RUNS } from '../analysis/calibration';
import type { CalibrationCriteria } from '../model/calibration';
import { UsageError } from '../model/errors';
import { numberFrom, type Parse, positiveInteger, valueOption } from './options';

const runs: Parse<number> = (option, value) => {
  const count = positiveInteger(option, value);
  if (count < LEAST_RUNS) {
    throw new UsageError(
      `${option} expects at least ${LEAST_RUNS}, got "${value}": with fewer the change of the rate has no interval`,
    );
  }
  return count;
};

const wholeNumber: Parse<number> = (option, value) => {
  if (/^\+?0+$/.test(value)) return 0;
  if (!/^\+?\d+$/.test(value)) throw new UsageError(`${option} expects a whole number, got "${value}"`);
  return positiveInteger(option, value);
};

/** What is tried however low --min-time is: a few increases of n beyond the time that V8 takes to compile. */
const LEAST_MAX_TIME_MS = 2000;

/** The criteria of an n, and the n that are tried. */
export const calibrationOptions = {
  runs: valueOption('N', 'rounds of n and the next n, three times as many where these do not tell', runs, 30),
  'min-time': valueOption('MS', 'milliseconds that every process must measure at least', numberFrom(0), 100),
  'cv-threshold': valueOption(
    'SHARE',
    'largest coefficient of variation between processes',
    numberFrom(0),
    0.05,
  ),
  tolerance: valueOption(
    'SHARE',
    'largest change of the rate to the next n, up or down',
    numberFrom(0, true),
    0.05,
  ),
  'start-n': valueOption('N', 'the first n tried', positiveInteger, 1),
  increase: valueOption('FACTOR', 'factor from one n to the next', numberFrom(1, true), 2),
  'max-increases': valueOption(
    'N',
    'how often n is increased before giving up; 0 checks --start-n alone',
    wholeNumber,
    30,
  ),
  'max-time': valueOption(
    'MS',
    'give up before a process would measure longer than this',
    numberFrom(0, true),
    null,
    `20 times --min-time, at least ${LEAST_MAX_TIME_MS}`,
  ),
};

/** What the help says of the rule; with the options it is the whole of it. */
export const calibrationHelp = [
  'For each configuration n grows from --start-n by the factor --increase until it is',
  '  long enough   every process measures at least --min-time;',
  '  past warm-up  the rate stays when n grows: the interval of its change from n to the next n, by rounds of',
  '                one process each, lies within --tolerance. What is too noisy to tell does not pass; a change',
  '                that is sure but smaller than that does;',
  '  stable        the coefficient of variation between processes is at most --cv-threshold (0.05 is 5 %).',
  'There are --runs rounds, up to three times as many where these do not tell, and a fifth of every limit is kept',
  'in reserve (of 5 %, 4 % are used), so that n fulfils the criteria again when it is measured again. To check that:',
  '--start-n N --max-increases 0, which keeps nothing in reserve.',
  'Where --min-time is so low that V8 may not have compiled the code, a far larger n is measured too; when that is',
  'over 1.5 times as fast, a warning says that n measures the interpreter only.',
  'The exit code is 3 when a configuration has no such n.',
].join('\n');

export function criteriaOf(given: {
  readonly runs: number;
  readonly 'min-time': number;
  readonly 'max-time': number | null;
  readonly 'cv-threshold': number;
  readonly tolerance: number;
  readonly 'start-n': number;
  readonly increase: number;
  readonly 'max-increases': number;
}): CalibrationCriteria {
  return {
    runs: given.runs,
    minTimeMs: given['min-time'],
    maxTimeMs: given['max-time'] ?? Math.max(20 * given['min-time'], LEAST_MAX_TIME_MS),
    cvThreshold: given['cv-threshold'],
    tolerance: given.tolerance,
    startN: given['start-n'],
    increase: given.increase,
    maxIncreases: given['max-increases'],
  };
}
