import type { ReadingUsage } from '@assay/analysis/types/reading';
import type { ModelRequest } from './port.ts';

/** Dollars per million tokens, which equals micro-dollars per token. */
export type Price = { readonly perMillionIn: number; readonly perMillionOut: number };

export const FREE: Price = { perMillionIn: 0, perMillionOut: 0 };

export const NO_USAGE: ReadingUsage = { inputTokens: 0, outputTokens: 0, costMicros: 0 };

/** Rounds up, so that the counted cost is never below the actual cost. */
export const costMicrosOf = (
  { inputTokens, outputTokens }: Pick<ReadingUsage, 'inputTokens' | 'outputTokens'>,
  { perMillionIn, perMillionOut }: Price,
): number => Math.ceil(inputTokens * perMillionIn + outputTokens * perMillionOut);

/** The maximum cost of one request. */
export const costMicrosAtMost = (request: ModelRequest, price: Price): number =>
  costMicrosOf({ inputTokens: request.inputTokensEstimated, outputTokens: request.outputTokensMax }, price);

export const addUsage = (a: ReadingUsage, b: ReadingUsage): ReadingUsage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  costMicros: a.costMicros + b.costMicros,
});

/**
 * Money that may still be spent. A caller reserves the maximum cost of a request and settles the actual cost; a
 * refused reservation is an abstention, never a verdict.
 */
export type BudgetPort = {
  reserve(micros: number): Promise<boolean>;
  settle(reservedMicros: number, spentMicros: number): Promise<void>;
};

/** A budget in memory, for one run. */
export function createBudget(limitMicros: number): BudgetPort {
  let taken = 0;
  return {
    reserve: (micros) => {
      if (taken + micros > limitMicros) return Promise.resolve(false);
      taken += micros;
      return Promise.resolve(true);
    },
    settle: (reservedMicros, spentMicros) => {
      taken += spentMicros - reservedMicros;
      return Promise.resolve();
    },
  };
}
