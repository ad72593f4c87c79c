/** What reading cost this time; null where no model was asked. */
export type ReadingCost = { readonly inputTokens: number; readonly outputTokens: number; readonly costMicros: number };
