/** Something a reader must know to believe a result: a stable code and one sentence. */
export interface Warning {
  /** Stable, kebab-case: `identical`, `too-few-samples`, … */
  readonly code: string;
  readonly message: string;
}
