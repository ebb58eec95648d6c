const UNICODE = [...' ▁▂▃▄▅▆▇█'];
const ASCII = [...' .:-=+*%#'];

/**
 * Values as one line of blocks, a column each, or, when there are more than `columns`, as many columns as that, each the
 * highest of its share of the values, so that a spike stays visible. Eight steps from zero to `highest`; a space is zero.
 */
export function sparkline(
  values: readonly number[],
  {
    columns,
    highest,
    ascii,
  }: { readonly columns: number; readonly highest: number; readonly ascii: boolean },
): string {
  const levels = ascii ? ASCII : UNICODE;
  const count = Math.min(columns, values.length);
  return Array.from({ length: count }, (_, column) => {
    const from = Math.floor((column * values.length) / count);
    const to = Math.floor(((column + 1) * values.length) / count);
    const value = values.slice(from, to).reduce((most, one) => Math.max(most, one), 0);
    return levels[value === 0 ? 0 : Math.min(8, Math.ceil((value / highest) * 8))];
  }).join('');
}
