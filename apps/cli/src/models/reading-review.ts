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
  readInTurn,
  runPass,
  withinBudget,
} from '@assay/reader';
import { isAgentConfig } from '@assay/reader/model-config';
import type { Model } from '@assay/reader/models';
import type { Review } from '../review/review-skills.ts';
import type { AnswerCache } from './answer-cache.ts';

/** What a scan will ask at most, before it asks anything. */
export type Estimate = {
  readonly questions: number;
  readonly kept: number;
  readonly tokens: number;
  readonly costMicros: number;
};

export type Readers = {
  /** Adds one skill to an estimate. */
  estimate(bundle: Bundle, before: Estimate): Estimate;
  /** The engine's review, with what the models read in it. */
  around(review: Review): Review;
  /** Spent so far. */
  usage(): ReadingUsage;
  /** An agent command line reads, which is paid by its own key or subscription. */
  readonly isPriceUnknown: boolean;
};

export const NO_ESTIMATE: Estimate = { questions: 0, kept: 0, tokens: 0, costMicros: 0 };

type OpenReader = { readonly reader: Reader; readonly port: ModelPort; readonly price: Price };

/** Models as a scan uses them: answers from the cache first, then within the budget. */
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
  return {
    estimate: (bundle, before) => readers.reduce((sum, one) => addEstimate(sum, bundle, one, cache), before),
    around: (review) => async (bundle) => {
      const reviewed = await review(bundle);
      const plan = planReading(bundle, { report: reviewed.report, installationKey });
      const readings = await readInTurn(plan, readers, reviewed.report, async (one, planned) => {
        const { reading } = await runPass(plan, planned, one);
        spent = addUsage(spent, reading.usage);
        return reading;
      });
      return { ...reviewed, report: foldReadings(reviewed.report, readings) };
    },
    usage: () => spent,
    isPriceUnknown: models.some(({ config }) => isAgentConfig(config)),
  };
}

const MICROS_PER_DOLLAR = 1_000_000;

/** What a model may cost by its own configuration. */
export type OwnBudget = (name: string, dailyMicros: number) => BudgetPort;

/** The budget of a day holds for one scan here: a scan keeps no books over days. */
const perScan: OwnBudget = (_, dailyMicros) => createBudget(dailyMicros);

function limited({ port, price, config }: Model, shared: BudgetPort | undefined, ownBudget: OwnBudget): ModelPort {
  const { name, dailyBudget } = config;
  const inner =
    dailyBudget === undefined ? port : withinBudget(port, price, ownBudget(name, dailyBudget * MICROS_PER_DOLLAR));
  return shared === undefined ? inner : withinBudget(inner, price, shared);
}

function addEstimate(before: Estimate, bundle: Bundle, { reader, price }: OpenReader, cache: AnswerCache): Estimate {
  const requests = planReading(bundle, { installationKey: cache.installationKey }).passes.flatMap(
    (pass) => pass.requests,
  );
  const fresh = requests.filter(({ key }) => !cache.has(reader, key));
  return {
    questions: before.questions + requests.length,
    kept: before.kept + requests.length - fresh.length,
    tokens: before.tokens + fresh.reduce((sum, request) => sum + request.inputTokensEstimated, 0),
    costMicros: before.costMicros + fresh.reduce((sum, request) => sum + costMicrosAtMost(request, price), 0),
  };
}
