import { view } from '@assay/economy/world';
import {
  type ActorId,
  type CouncilIntentType,
  canonicalize,
  type INTENTS,
  type Intent,
  type IntentId,
  type JsonValue,
  Problem,
  type RandomBytes,
  type SubmitIntentResult,
} from '@assay/protocol';
import type { z } from 'zod';
import { type Actor, principalOf } from '../../platform/auth/index.ts';
import { type EventStore, ownedEvent } from '../../platform/events/index.ts';
import type { AgentWorld, worldStores } from '../world/index.ts';

type ParamsOf<Type extends CouncilIntentType> = z.output<(typeof INTENTS)[Type]['params']>;
/** The council action of each intent, the same as that of its route. */
export type CouncilActs = {
  readonly [Type in CouncilIntentType]: (caller: Actor, params: ParamsOf<Type>) => Promise<unknown>;
};
type Tx = Pick<ReturnType<typeof worldStores>, 'worldIntents'> & { readonly events: Pick<EventStore, 'add'> };
type Deps = {
  readonly acts: CouncilActs;
  readonly world: Pick<AgentWorld, 'now' | 'spend'>;
  readonly inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};
type Asked = Pick<Intent, 'priority' | 'source'> & {
  readonly id: IntentId;
  readonly type: CouncilIntentType;
  /** The params as sent; `params` holds the parsed ones. */
  readonly sent: Intent['params'];
  readonly params: unknown;
};

/** Intents that the council executes at once. They do not wait for an hour, and they work while the world is stopped. */
export function createCouncilIntents({ acts, world, inTransaction, random, clock }: Deps) {
  return async (caller: Actor, asked: Asked): Promise<SubmitIntentResult> => {
    requireAllowed(caller, asked);
    await world.spend(principalOf(caller), asked.sent); // its row stays, whatever the outcome
    const { row, isNew } = await inTransaction((tx) => tx.worldIntents.insertOnce(toRow(caller, asked)));
    if (!isNew) return toResult(requireSame(row, asked));
    return toResult(await carryOut(caller, asked, row));
  };

  function requireAllowed({ actorId }: Actor, { source }: Asked): void {
    const actor = view.actor(world.now(), actorId);
    if (actor?.state.frozen === true) throw new Problem('actor_frozen');
    if (source === 'agent_autonomous' && actor?.control !== 'REMOTE') throw new Problem('source_not_allowed');
  }

  /** Stored before execution, so that a repeat with the same key does not execute it twice. */
  function toRow({ actorId }: Actor, { id, type, sent, priority, source }: Asked): Intent {
    const { tick } = world.now();
    return {
      id,
      seq: 0, // it has no place in the queue of an hour
      actorId: actorId as ActorId,
      type,
      params: sent,
      priority,
      source,
      status: 'PENDING',
      reasonCode: null,
      reason: null,
      rewrittenTo: null,
      acceptanceProbability: 1,
      submittedTick: tick,
      notBeforeTick: null,
      expiresAtTick: tick,
      decidedTick: null,
      eventIds: [],
    };
  }

  async function carryOut(caller: Actor, { type, params }: Asked, row: Intent): Promise<Intent> {
    try {
      await acts[type](caller, params as never);
    } catch (error) {
      const isRefused = error instanceof Problem;
      const refusal = isRefused ? { code: error.code, text: error.message } : { code: 'internal_error', text: null };
      const blocked = await decide(row, { status: 'BLOCKED', reasonCode: refusal.code, reason: refusal.text });
      if (!isRefused) throw error;
      return blocked;
    }
    return decide(row, { status: 'EXECUTED', reasonCode: null, reason: null });
  }

  async function decide(row: Intent, outcome: Pick<Intent, 'status' | 'reasonCode' | 'reason'>): Promise<Intent> {
    const { id, type, actorId } = row;
    const data = { intentId: id, type, reasonCode: outcome.reasonCode, rewrittenTo: null };
    const kind = outcome.status === 'EXECUTED' ? 'intent.executed' : 'intent.blocked';
    const who = { subject: { type: 'intent', id }, owner: `actor:${actorId}` };
    const event = ownedEvent({ kind, at: clock.now(), ...who, data }, random);
    const decided = { ...outcome, rewrittenTo: null, decidedTick: row.submittedTick, eventIds: [event.id] };
    const decision = { ...decided, eventIds: decided.eventIds as Intent['eventIds'] };
    await inTransaction(async (tx) => {
      await tx.worldIntents.decideAll([{ id, ...decision }]);
      await tx.events.add({ ...event, actorId, tick: row.submittedTick });
    });
    return { ...row, ...decision };
  }
}
export type CouncilIntents = ReturnType<typeof createCouncilIntents>;

/** Rejects a different intent under the same key, including one of another actor. */
function requireSame(row: Intent | undefined, { type, sent }: Asked): Intent {
  const same = row?.type === type && canonicalize(row.params as JsonValue) === canonicalize(sent as JsonValue);
  if (row === undefined || !same) throw new Problem('idempotency_key_reused');
  return row;
}

const toResult = ({ id, status, type, reason, submittedTick, expiresAtTick }: Intent): SubmitIntentResult => ({
  intent_id: id,
  status,
  acceptance_probability: 1,
  seq: 0,
  earliest_tick: submittedTick,
  expires_at_tick: expiresAtTick,
  message: status === 'EXECUTED' ? `${type} is done.` : (reason ?? `${type} is being carried out.`),
});
