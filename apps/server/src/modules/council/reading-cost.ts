/** What reading cost a round. `costMicros`: millionths of a dollar. */
export type ReadingCost = { readonly inputTokens: number; readonly outputTokens: number; readonly costMicros: number };
