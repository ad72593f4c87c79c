import type { ReadingUsage } from '@assay/audit';
import { count } from '../render/lines.ts';
import type { Estimate } from './reading-review.ts';

const MICROS_PER_DOLLAR = 1_000_000;

/** Small sums matter here: four places, rounded up. */
const dollars = (micros: number): string => `$${(Math.ceil(micros / 100) / 10_000).toFixed(4)}`;

const number = (amount: number): string => amount.toLocaleString('en-US');

/** Said before anything is asked. */
export function toCostBefore(names: readonly string[], estimate: Estimate, budgetMicros: number | undefined): string {
  const { questions, kept, tokens, costMicros } = estimate;
  const already = kept === 0 ? '' : `, ${kept} of them answered before`;
  const short = budgetMicros !== undefined && budgetMicros < costMicros;
  const limit = short
    ? `; the budget of $${budgetMicros / MICROS_PER_DOLLAR} may not cover all, and what it does not cover is not read`
    : '';
  return `${names.join(', ')} will be asked ${count(questions, 'question')}${already}: about ${number(tokens)} tokens, at most ${dollars(costMicros)}${limit}.`;
}

/** Said after everything was asked. */
export const toCostAfter = ({ inputTokens, outputTokens, costMicros }: ReadingUsage): string =>
  `read for ${number(inputTokens)} tokens in and ${number(outputTokens)} out: ${dollars(costMicros)}.`;
