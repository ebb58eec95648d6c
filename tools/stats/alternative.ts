/** What a test looks for: any difference, the new samples smaller, or the new samples larger. */
export type Alternative = 'two-sided' | 'less' | 'greater';
