/** One argument as a POSIX shell reads it back: bare where nothing in it is special, else in single quotes. */
export function shellQuote(argument: string): string {
  if (/^[\w@%+=:,./-]+$/.test(argument)) return argument;
  return `'${argument.replaceAll("'", "'\\''")}'`;
}
