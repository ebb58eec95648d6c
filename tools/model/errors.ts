/** Something the user asked for that cannot be: one message that names it and says what was expected. Exit code 3. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Something measured that could not be written. The run stops; what has been measured is still analysed. */
export class OutputError extends UsageError {}
