import { type InputResult, type IntentInput, type IntentOutcome, view, type World } from '@assay/economy/world';
import { type Intent, type IntentId, Problem } from '@assay/protocol';
import { BLOCKED } from './failing-input.service.ts';
import type { IntentDecision, IntentRow, WorldIntentStore } from './intents.store.ts';
import type { ProcessedInput, WorldTicked } from './world.published.ts';

type Tx = { readonly worldIntents: WorldIntentStore };

/** Stores the intents that an hour took in, and the outcomes of those it decided. */
export async function keepIntents({ worldIntents }: Tx, { world, step, inputs }: WorldTicked): Promise<void> {
  await worldIntents.insertAll(inputs.flatMap((taken) => toRow(taken, step.tick)));
  await worldIntents.insertAll(step.intents.flatMap((outcome) => toRewritten(world, outcome)));
  await worldIntents.decideAll([...toDecisions(step), ...toCancelled(inputs, step.tick)]);
}

function toDecisions({ intents, events, tick }: WorldTicked['step']): IntentDecision[] {
  const byIntent = Map.groupBy(events, ({ causedBy }) => (causedBy?.type === 'intent' ? causedBy.id : undefined));
  return intents.map(({ intentId, status, reasonCode, reason, rewrittenTo }) => ({
    id: intentId as IntentId,
    status,
    reasonCode,
    reason,
    rewrittenTo: rewrittenTo as IntentId | null,
    decidedTick: tick,
    eventIds: (byIntent.get(intentId) ?? []).map(({ id }) => id) as IntentRow['eventIds'],
  }));
}

function toCancelled(inputs: readonly ProcessedInput[], tick: number): IntentDecision[] {
  return inputs.flatMap(({ input, result }) => {
    if (input.kind !== 'intent.cancel' || !result.isDone) return [];
    const cancelled = { status: 'CANCELLED', reasonCode: null, reason: null } as const;
    const outcome = input.reason === undefined ? cancelled : BLOCKED;
    return [{ id: input.intentId as IntentId, ...outcome, rewrittenTo: null, eventIds: [], decidedTick: tick }];
  });
}

function toRow({ input, result }: ProcessedInput, tick: number): IntentRow[] {
  if (input.kind !== 'intent.submit' || !result.isDone) return [];
  const { id, actorId, type, params, priority, source, notBeforeTick = null } = input.intent;
  const { seq, acceptanceProbability, expiresAtTick } = result.data as Promised;
  const when = { submittedTick: tick, notBeforeTick, expiresAtTick };
  return [toQueued({ id, actorId, type, params, priority, source, seq, ...when, acceptanceProbability })];
}
type Promised = Pick<IntentRow, 'seq' | 'acceptanceProbability' | 'expiresAtTick'>;

/** The intent that an actor chose instead. */
function toRewritten(world: World, { rewrittenTo: id }: IntentOutcome): IntentRow[] {
  const waiting = id === null ? undefined : view.intent(world, id);
  if (id === null || waiting === undefined) return [];
  const { notBeforeTick = null, expiresAtTick = world.tick } = waiting;
  const acceptanceProbability = view.acceptance(world, waiting) ?? 0;
  return [toQueued({ ...waiting, id, notBeforeTick, expiresAtTick, acceptanceProbability })];
}

type Queued = Omit<IntentInput, 'notBeforeTick' | 'expiresAtTick'> &
  Promised &
  Pick<IntentRow, 'submittedTick' | 'notBeforeTick'>;

const toQueued = ({ id, actorId, params, ...queued }: Queued): IntentRow => ({
  ...queued,
  id: id as IntentId,
  actorId: actorId as IntentRow['actorId'],
  params: { ...params },
  status: 'QUEUED',
  reasonCode: null,
  reason: null,
  rewrittenTo: null,
  decidedTick: null,
  eventIds: [],
});

type Deps = {
  readonly store: Pick<WorldIntentStore, 'findOwn'>;
  readonly submit: (input: ProcessedInput['input'], origin: { principal: string }) => Promise<InputResult>;
};

/** Intents in the view of their actor's owner. */
export function createIntents({ store, submit }: Deps) {
  async function read(id: IntentId, actorId: string): Promise<Intent> {
    const row = await store.findOwn(id, actorId);
    if (row === undefined) throw new Problem('intent_not_found');
    return row;
  }

  return {
    read,
    async cancel(id: IntentId, actorId: string): Promise<Intent> {
      const { status } = await read(id, actorId);
      if (status !== 'QUEUED') throw new Problem('intent_wrong_state', { state: status });
      await submit({ kind: 'intent.cancel', intentId: id }, { principal: `actor:${actorId}` });
      const after = await read(id, actorId);
      if (after.status !== 'CANCELLED') throw new Problem('intent_wrong_state', { state: after.status });
      return after;
    },
  };
}
