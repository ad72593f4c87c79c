import { type AdminInput, type InputResult, view, type World } from '@assay/economy/world';
import { ADMIN_METHODS, Problem, type ProposalId, Snapshot } from '@assay/protocol';
import { z } from 'zod';
import { type ByOperator, operatorNameOf } from '../../platform/auth/index.ts';
import type { Dispatch } from '../../platform/http/index.ts';
import type { OperatorQueue } from '../support/index.ts';
import type { AgentWorld } from '../world/index.ts';
import { type AdminParams, TO_INPUT, type WriteMethod } from './admin-inputs.ts';
import type { Analyses } from './analysis.service.ts';
import { dispatchBy } from './dispatch.ts';
import type { EffectStore } from './effects.store.ts';
import { toSnakeObject } from './snake-case.ts';
import { toWorldProblem } from './world-problems.ts';

type WorldInputs = Parameters<AgentWorld['appendIn']>[0];
type Tx = { readonly operatorQueue: Pick<OperatorQueue, 'log'> };
type Deps = {
  readonly world: Pick<AgentWorld, 'now' | 'row' | 'appendIn' | 'resultOf' | 'preview'>;
  readonly stores: WorldInputs;
  readonly effects: EffectStore;
  readonly analyses: Analyses;
  readonly inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly clock: { now(): Date };
};
type Common = { readonly dry_run: boolean; readonly idempotency_key?: string | undefined };

const OPERATOR = 'operator';

/** Operator calls that change the world. Every call is in the audit log, including refused ones. */
export function createAdmin({ world, stores, effects, analyses, inTransaction, clock }: Deps) {
  async function write(input: AdminInput, { dry_run, idempotency_key }: Common): Promise<object> {
    if (dry_run) {
      const { data } = requireDone(await world.preview(input), input, world.now());
      return { ...toSnakeObject(data), success: true, dry_run, journal_ids: [], event_ids: [] };
    }
    const origin = { principal: OPERATOR, idempotencyKey: idempotency_key };
    if (world.row()?.state !== 'RUNNING') throw new Problem('world_paused');
    const id = await world.appendIn(stores, input, origin);
    const result = await world.resultOf(id);
    if (result === undefined) throw new Problem('unavailable'); // a retry with the same key gets the result
    const { data } = requireDone(result, input, world.now());
    const { eventIds, journalIds } = await effects.get(id);
    return { ...toSnakeObject(data), success: true, dry_run, journal_ids: journalIds, event_ids: eventIds };
  }

  const writeBy =
    <Method extends WriteMethod>(method: Method, complete: (answer: object, params: AdminParams<Method>) => object) =>
    async (params: AdminParams<Method>): Promise<object> =>
      complete(await write(TO_INPUT[method](params), params), params);

  const snapshotOf = (cityId: string): object => {
    const snapshot = view.economy(world.now(), cityId);
    if (snapshot === undefined) throw new Problem('city_not_found');
    return toSnakeObject(z.encode(Snapshot, snapshot));
  };
  const proposalOf = (id: ProposalId): object => toSnakeObject(findProposal(world.now(), id) ?? {});

  const dispatch = dispatchBy(ADMIN_METHODS, {
    analyzeEconomicConditions: (params) =>
      'analysis_id' in params ? analyses.read(params.analysis_id) : analyses.start(params),
    executeEmergencyExpansion: writeBy('executeEmergencyExpansion', (answer, { city_id }) => ({
      ...answer,
      snapshot: snapshotOf(city_id),
    })),
    adjustPublicSalaries: writeBy('adjustPublicSalaries', (answer) => answer),
    approveProposal: writeBy('approveProposal', (answer, { proposal_id }) => ({
      ...answer,
      proposal: proposalOf(proposal_id),
    })),
    createHousing: writeBy('createHousing', (answer) => answer),
  });

  /** Written after the call, with its outcome. */
  async function log(
    method: string,
    params: object,
    outcome: string,
    { caller, requestId }: ByOperator,
  ): Promise<void> {
    const entry = {
      actor: operatorNameOf(caller),
      action: `rpc.${method.slice(0, ACTION_MAX)}`,
      subjectType: 'world',
      subjectId: 'world',
    };
    await inTransaction((tx) =>
      tx.operatorQueue.log({ ...entry, detail: { params: JSON.stringify(params), outcome }, requestId }, clock.now()),
    );
  }

  return (by: ByOperator): Dispatch =>
    async (method, params) => {
      try {
        const answer = await dispatch(method, params);
        await log(method, params, 'done', by);
        return answer;
      } catch (error) {
        await log(method, params, error instanceof Problem ? error.code : 'internal_error', by);
        throw error;
      }
    };
}
export type Admin = ReturnType<typeof createAdmin>;

/** Limits the stored length of an unknown method name. */
const ACTION_MAX = 64;

type Done = Extract<InputResult, { isDone: true }>;
function requireDone(result: InputResult, input: AdminInput, now: World): Done {
  if (result.isDone) return result;
  throw toWorldProblem(result.code, { ...fundsOf(input, now), state: stateOf(input, now) });
}

/** The funds that a write needs and the funds available. */
function fundsOf(input: AdminInput, now: World): { needed: string; available: string } {
  const needed = input.kind === 'admin.expansion' ? input.amount : '0';
  if (!('financing' in input)) return { needed, available: '0' };
  const isCity = input.financing === 'treasury';
  const available = isCity ? view.city(now, input.cityId)?.treasuryBalance : view.world(now).federal;
  return { needed, available: (available ?? 0n).toString() };
}

const stateOf = (input: AdminInput, now: World): string =>
  input.kind === 'admin.proposal' ? (findProposal(now, input.proposalId)?.state ?? 'unknown') : 'unknown';

function findProposal(now: World, id: string) {
  const all = view.cityIds(now).flatMap((id) => view.proposals(now, id) ?? []);
  return all.find((proposal) => proposal.id === id);
}
