import { textWidth, widest } from './text-layout';

/** One `key=value`; a value in quotes, as util.inspect writes strings, may hold spaces. */
const PARAMETER = /(?:[^\s'"`]|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`)+/g;
/** A key is never abbreviated to less than this. */
const LEAST_KEY = 3;

/** The `key=value` parts of the `configuration` column; one part where it cannot be told where they end. */
export function parametersOf(configuration: string): string[] {
  const parameters = configuration.match(PARAMETER) ?? [];
  return parameters.join(' ') === configuration ? parameters : [configuration];
}

/** The parameters that all configurations have with the same value; none for fewer than two configurations. */
export function sharedParameters(configurations: readonly (readonly string[])[]): string[] {
  const [first, ...others] = configurations;
  if (others.length === 0) return [];
  return first!.filter((parameter) => others.every((other) => other.includes(parameter)));
}

/**
 * Joins the parameters of each configuration, keys abbreviated to the same length as far as it takes for all to fit
 * into `room` columns: the values tell rows apart. Keys stay whole where abbreviated ones would not tell rows apart.
 */
export function joinParameters(
  configurations: readonly (readonly string[])[],
  room: number,
  ellipsis: string,
): string[] {
  const longest = widest(configurations.flat().map(keyOf));
  const whole = configurations.map((parameters) => parameters.join(' '));
  let texts = whole;
  for (let length = longest - 1; length >= LEAST_KEY && widest(texts) > room; length--) {
    const abbreviated = configurations.map((parameters) =>
      parameters.map((parameter) => abbreviateKey(parameter, length, ellipsis)).join(' '),
    );
    if (new Set(abbreviated).size < new Set(whole).size) break;
    texts = abbreviated;
  }
  return texts;
}

function keyOf(parameter: string): string {
  return parameter.slice(0, Math.max(0, parameter.indexOf('=')));
}

function abbreviateKey(parameter: string, length: number, ellipsis: string): string {
  const key = keyOf(parameter);
  if (textWidth(key) <= length) return parameter;
  return key.slice(0, length - textWidth(ellipsis)) + ellipsis + parameter.slice(key.length);
}
