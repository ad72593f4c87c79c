import { type AdminInput, type Branch, type InputResult, view } from '@assay/economy/world';
import {
  AnalysisId,
  AnalysisResult,
  City,
  EconomySummary,
  newUuidV7,
  Problem,
  type RandomBytes,
} from '@assay/protocol';
import { z } from 'zod';
import type { Logger } from '../../platform/log/index.ts';
import type { AgentWorld } from '../world/index.ts';
import { type AdminParams, readScenario } from './admin-inputs.ts';
import type { AnalysisStore } from './analyses.store.ts';
import { advise, compareFutures, diagnose, recessionProbability } from './analysis.policy.ts';
import { toSnakeObject } from './snake-case.ts';

type Question = Exclude<AdminParams<'analyzeEconomicConditions'>, { analysis_id: unknown }>;
type Scenario = { readonly method: string; readonly params: object };
type Deps = {
  readonly world: Pick<AgentWorld, 'now' | 'fork' | 'preview'>;
  readonly store: AnalysisStore;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
  readonly log: Logger;
};

/** An analysis that takes longer is answered asynchronously. */
const PATIENCE_MS = 1_000;
const KEPT_MS = 86_400_000;
/** Longer than the lifetime of a fork, so the process of the analysis has ended. */
const LOST_MS = 5 * 60_000;
const RECOMMENDATIONS_MAX = 3;

/** Analyses of the present and of possible futures. Futures are simulated on copies in separate threads and change nothing. */
export function createAnalyses({ world, store, random, clock, log }: Deps) {
  async function start(question: Question): Promise<object> {
    if (question.city_id !== undefined && view.city(world.now(), question.city_id) === undefined) {
      throw new Problem('city_not_found');
    }
    const scenarios = (question.scenarios ?? []).map(toInput);
    const now = clock.now();
    const id = newUuidV7(AnalysisId, now.getTime(), random);
    await store.insert({ id, result: null, startedAt: now });
    const work = analyse(id, question, scenarios);
    const late = new Promise<undefined>((resolve) => {
      setTimeout(() => resolve(undefined), PATIENCE_MS).unref();
    });
    const result = await Promise.race([work, late]);
    return result ?? { analysis_id: id, state: 'running' };
  }

  /** Returns the stored answer. Undefined if the simulation failed. */
  async function analyse(id: AnalysisId, question: Question, scenarios: readonly AdminInput[]): Promise<object> {
    try {
      const result = await compute(id, question, scenarios);
      await store.finish(id, result);
      return result;
    } catch (error) {
      log.warn({ err: error, analysisId: id }, 'analysis failed');
      await store.remove(id);
      throw error instanceof Problem ? error : new Problem('unavailable');
    }
  }

  async function compute(id: AnalysisId, question: Question, inputs: readonly AdminInput[]): Promise<object> {
    const { city_id, horizon_months, replicas, scenarios = [] } = question;
    const asOf = readNow(city_id);
    const [without = [], ...others] = await world.fork([[], ...inputs.map((one) => [one])], horizon_months, replicas);
    const cities = asOf.cities.map(({ place, summary, city }) => ({
      city: toSnakeObject(z.encode(City, city)),
      ...toSummary(summary),
      diagnosis: diagnose(city.name, summary),
      recession_probability: recessionProbability(without, place),
    }));
    const counterfactuals = scenarios.map((scenario, place) => {
      const input = inputs[place];
      const of = input !== undefined && 'cityId' in input ? asOf.placeOf(input.cityId) : 0;
      return toCounterfactual(scenario, without, others[place] ?? [], of);
    });
    const recommendations = await price(asOf.cities.flatMap(({ summary }) => advise(summary)));
    return z.encode(AnalysisResult, {
      state: 'done',
      analysis_id: id,
      as_of_tick: asOf.tick,
      cities,
      federal: asOf.federal,
      recommendations,
      counterfactuals: scenarios.length === 0 ? null : counterfactuals,
    });
  }

  /** Reads everything in one turn, so that all values are of the same hour. */
  function readNow(cityId: string | undefined) {
    const now = world.now();
    const all = view.cities(now);
    const { tick, issued, moneySupply, credit } = view.world(now);
    const cities = all.flatMap(({ id }, place) => {
      const [summary, city] = [view.economySummary(now, id), view.city(now, id)];
      const isAsked = cityId === undefined || id === cityId;
      return isAsked && summary !== undefined && city !== undefined ? [{ place, summary, city }] : [];
    });
    const placeOf = (id: string): number =>
      Math.max(
        0,
        all.findIndex((city) => city.id === id),
      );
    return { tick, cities, placeOf, federal: { issued, money_supply: moneySupply, credit } };
  }

  async function price(advices: ReturnType<typeof advise>) {
    const priced = [];
    for (const advice of advices.slice(0, RECOMMENDATIONS_MAX)) {
      const input = readScenario(advice.method, advice.params);
      priced.push({ ...advice, cost: input === undefined ? 0n : costOf(await world.preview(input)) });
    }
    return priced;
  }

  async function read(id: AnalysisId): Promise<object> {
    const row = await store.find(id);
    const ageMs = row === undefined ? 0 : clock.now().getTime() - row.startedAt.getTime();
    if (row === undefined || ageMs > KEPT_MS || (row.result === null && ageMs > LOST_MS)) {
      throw new Problem('analysis_not_found');
    }
    return row.result ?? { analysis_id: id, state: 'running' };
  }

  return { start, read, deleteOld: () => store.deleteBefore(new Date(clock.now().getTime() - KEPT_MS)) };
}
export type Analyses = ReturnType<typeof createAnalyses>;

function toSummary(summary: EconomySummary) {
  const { snapshot, deltas, topConcerns } = z.encode(EconomySummary, summary);
  return {
    snapshot: toSnakeObject(snapshot),
    deltas: toSnakeObject(deltas),
    top_concerns: topConcerns.map(toSnakeObject),
  };
}

function toInput({ method, params }: Scenario, place: number): AdminInput {
  const input = readScenario(method, params);
  if (input !== undefined) return input;
  const detail = 'a scenario is one of the writing methods with its params';
  throw new Problem('validation_failed', { errors: [{ pointer: `/params/scenarios/${place}`, detail }] });
}

function toCounterfactual(scenario: Scenario, without: readonly Branch[], others: readonly Branch[], city: number) {
  const result = others[0]?.results[0];
  const refused = result !== undefined && !result.isDone ? { refused: result.code } : {};
  return { scenario: { ...scenario, ...refused }, metrics: compareFutures(without, others, city) };
}

/** The amount that a write takes from a public purse. A salary raise counts its annual cost. */
function costOf(result: InputResult): bigint {
  if (!result.isDone) return 0n;
  const { cost, totalCost, annualCost } = result.data;
  const found = [cost, totalCost, annualCost].find((one) => typeof one === 'string');
  return BigInt((found as string | undefined) ?? 0);
}
