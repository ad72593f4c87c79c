import type { Bundle, Reader, ReadingUsage } from '@assay/audit';
import {
  addUsage,
  type BudgetPort,
  costMicrosAtMost,
  createBudget,
  foldReadings,
  type ModelPort,
  NO_USAGE,
  type Price,
  planReading,
  type ReadingPlan,
  readInTurn,
  runPass,
  withinBudget,
} from '@assay/reader';
import { isAgentConfig } from '@assay/reader/model-config';
import type { Model } from '@assay/reader/models';
import type { Review } from '../review/review-skills.ts';
import type { AnswerCache } from './answer-cache.ts';

/** The maximum that a scan will ask, computed before the first question. */
export type Estimate = {
  readonly questions: number;
  readonly kept: number;
  readonly tokens: number;
  readonly costMicros: number;
};

export type Readers = {
  /** Adds one skill to an estimate. */
  estimate(bundle: Bundle, before: Estimate): Estimate;
  /** The engine's review with the models' readings. */
  around(review: Review): Review;
  /** The usage so far. */
  usage(): ReadingUsage;
  /** The maximum cost of the estimated skills that are not read yet. */
  costMicrosLeft(): number;
  /** The maximum number of open questions. */
  readonly concurrency: number;
  /** An agent command line reads, which is paid by its own key or subscription. */
  readonly isPriceUnknown: boolean;
};

export const NO_ESTIMATE: Estimate = { questions: 0, kept: 0, tokens: 0, costMicros: 0 };

type OpenReader = { readonly reader: Reader; readonly port: ModelPort; readonly price: Price };

/** Models for a scan: answers from the cache first, then within the budget. */
export function createReaders(
  models: readonly Model[],
  cache: AnswerCache,
  budgetMicros: number | undefined,
  ownBudget: OwnBudget = perScan,
): Readers {
  const { installationKey } = cache;
  const shared = budgetMicros === undefined ? undefined : createBudget(budgetMicros);
  const readers = models.map((model): OpenReader => {
    const { reader, price } = model;
    return { reader, price, port: cache.around(limited(model, shared, ownBudget), reader) };
  });
  let spent = NO_USAGE;
  let left = 0;
  return {
    estimate: (bundle, before) => {
      const plan = planReading(bundle, { installationKey });
      const after = readers.reduce((sum, one) => addEstimate(sum, plan, one, cache), before);
      left += after.costMicros - before.costMicros;
      return after;
    },
    around: (review) => async (bundle) => {
      const reviewed = await review(bundle);
      const plan = planReading(bundle, { report: reviewed.report, installationKey });
      const most = readers.reduce((sum, one) => addEstimate(sum, plan, one, cache), NO_ESTIMATE).costMicros;
      const readings = await readInTurn(plan, readers, reviewed.report, async (one, planned) => {
        const { reading } = await runPass(plan, planned, one);
        spent = addUsage(spent, reading.usage);
        return reading;
      });
      left = Math.max(0, left - most);
      return { ...reviewed, report: foldReadings(reviewed.report, readings) };
    },
    usage: () => spent,
    costMicrosLeft: () => left,
    concurrency: models.reduce((sum, { config }) => sum + config.concurrency, 0),
    isPriceUnknown: models.some(({ config }) => isAgentConfig(config)),
  };
}

const MICROS_PER_DOLLAR = 1_000_000;

/** The spending limit of a model by its own configuration. */
export type OwnBudget = (name: string, dailyMicros: number) => BudgetPort;

/** The daily budget applies to one scan here, because a scan keeps no records between days. */
const perScan: OwnBudget = (_, dailyMicros) => createBudget(dailyMicros);

function limited({ port, price, config }: Model, shared: BudgetPort | undefined, ownBudget: OwnBudget): ModelPort {
  const { name, dailyBudget } = config;
  const inner =
    dailyBudget === undefined ? port : withinBudget(port, price, ownBudget(name, dailyBudget * MICROS_PER_DOLLAR));
  return shared === undefined ? inner : withinBudget(inner, price, shared);
}

function addEstimate(
  before: Estimate,
  { passes }: ReadingPlan,
  { reader, price }: OpenReader,
  cache: AnswerCache,
): Estimate {
  const requests = passes.flatMap((pass) => pass.requests);
  const fresh = requests.filter(({ key }) => !cache.has(reader, key));
  return {
    questions: before.questions + requests.length,
    kept: before.kept + requests.length - fresh.length,
    tokens: before.tokens + fresh.reduce((sum, request) => sum + request.inputTokensEstimated, 0),
    costMicros: before.costMicros + fresh.reduce((sum, request) => sum + costMicrosAtMost(request, price), 0),
  };
}
