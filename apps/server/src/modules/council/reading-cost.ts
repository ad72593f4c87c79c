/** The usage and cost of the readings of one examination. */
export type ReadingCost = { readonly inputTokens: number; readonly outputTokens: number; readonly costMicros: number };
