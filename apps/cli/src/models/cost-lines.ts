import type { ReadingUsage } from '@assay/audit';
import { isAgentConfig } from '@assay/reader/model-config';
import { count } from '../render/lines.ts';
import type { ChosenModel } from './find-model.ts';
import type { Estimate } from './reading-review.ts';

const MICROS_PER_DOLLAR = 1_000_000;

/** Four decimals, rounded up, because sums are small. */
const dollars = (micros: number): string => `$${(Math.ceil(micros / 100) / 10_000).toFixed(4)}`;

const number = (amount: number): string => amount.toLocaleString('en-US');

/** Printed before any question is asked. */
export function toCostBefore(
  models: readonly ChosenModel[],
  estimate: Estimate,
  budgetMicros: number | undefined,
): string {
  const { questions, kept, tokens, costMicros } = estimate;
  const already = kept === 0 ? '' : `, of which ${kept} ${kept === 1 ? 'is' : 'are'} already answered`;
  const short = budgetMicros !== undefined && budgetMicros < costMicros;
  const limit = short
    ? `; the budget of $${budgetMicros / MICROS_PER_DOLLAR} may not cover all questions; content beyond it is not read`
    : '';
  const names = models.map(({ config }) => config.name).join(', ');
  const recipients = [...new Set(models.map(({ recipient }) => recipient))].join(' and ');
  const price = models.every(isPricedElsewhere)
    ? 'billed to the account of your agent'
    : `at most ${dollars(costMicros)}`;
  return `${names} will be asked ${count(questions, 'question')}${already}: about ${number(tokens)} tokens, ${price}${limit}. Content goes to ${recipients}.`;
}

/** An agent command line is paid by its own key or subscription. Its reported cost is printed afterwards. */
const isPricedElsewhere = ({ config }: Pick<ChosenModel, 'config'>): boolean => isAgentConfig(config);

/** Printed while models read. */
export const toCostMeanwhile = ({ costMicros }: ReadingUsage, costMicrosLeft: number): string =>
  `; spent ${dollars(costMicros)}, at most ${dollars(costMicrosLeft)} left`;

/** Printed after all questions. */
export function toCostAfter({ inputTokens, outputTokens, costMicros }: ReadingUsage, isPriceUnknown: boolean): string {
  const price = isPriceUnknown && costMicros === 0 && inputTokens > 0 ? 'no price reported' : dollars(costMicros);
  return `used ${number(inputTokens)} input tokens and ${number(outputTokens)} output tokens: ${price}.`;
}
