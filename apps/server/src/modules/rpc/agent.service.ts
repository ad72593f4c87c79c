import { createHash } from 'node:crypto';
import { view } from '@assay/economy/world';
import {
  AGENT_METHODS,
  INTENT_LIMITS,
  INTENTS,
  IntentId,
  type IntentType,
  isCouncilIntent,
  isIntentType,
  newUuidV7,
  Problem,
  type RandomBytes,
  SubmitIntentResult,
} from '@assay/protocol';
import { z } from 'zod';
import { type Actor, principalOf } from '../../platform/auth/index.ts';
import { type Dispatch, type RateLimiter, toRefusal } from '../../platform/http/index.ts';
import type { AgentWorld, WorldReads } from '../world/index.ts';
import type { CouncilIntents } from './council-intents.service.ts';
import { dispatchBy } from './dispatch.ts';
import { INTENT_TYPES } from './intent-types.ts';
import { toSnakeObject } from './snake-case.ts';
import { toWorldProblem } from './world-problems.ts';

type Params<Method extends keyof typeof AGENT_METHODS> = z.output<(typeof AGENT_METHODS)[Method]>;
type Deps = {
  readonly world: Pick<AgentWorld, 'now' | 'submit'>;
  /** The same reads as the REST routes. */
  readonly reads: Pick<WorldReads, 'actors' | 'wallets' | 'cities'>;
  readonly council: CouncilIntents;
  /** Makes a certificate known to the world when an intent offers or uses it. */
  readonly mentionSkill: (certificateId: string) => Promise<void>;
  readonly limiter: Pick<RateLimiter, 'charge'>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

type Asker = {
  readonly caller: Actor;
  /** The client address for rate limits. */
  readonly client: string;
};

/** Calls of an owner for its actor. Purse and diary are private to the owner. */
export function createAgent({ world, reads, council, mentionSkill, limiter, random, clock }: Deps) {
  const isKnown = (actorId: string): boolean => view.actorState(world.now(), actorId) !== undefined;

  /** An actor that was linked just now does not exist in the world yet, so its key is sufficient. */
  function requireOwn({ actorId }: Actor, asked: string): void {
    if (asked === actorId) return;
    throw new Problem(isKnown(asked) ? 'actor_not_owned' : 'actor_not_found');
  }

  async function getAgentState(actorId: string): Promise<object> {
    const { state, city, validator } = await reads.actors.read(actorId);
    return toSnakeObject({ ...state, city, validator, latestTick: world.now().tick });
  }

  async function submitIntent({ caller, client }: Asker, params: Params<'submitIntent'>): Promise<object> {
    limiter.charge('submitIntent', 'principal', principalOf(caller), clock.now());
    limiter.charge('submitIntent', 'ip', client, clock.now());
    requireOwn(caller, params.actor_id);
    const { type, source } = params;
    if (!isIntentType(type)) throw new Problem('unknown_intent_type', { type, types: INTENT_TYPES });
    if (!isOpenSource(source)) throw new Problem('source_not_allowed');
    const read = INTENTS[type].params.safeParse(params.params);
    if (!read.success) throw toRefusal(read.error, '/params/params', params.params);
    const id = toIntentId(caller.actorId, params.idempotency_key);
    if (isCouncilIntent(type)) {
      const { priority, params: sent } = params;
      return council(caller, { id, type, sent, params: read.data, priority, source });
    }
    if (type === 'INTENT_EQUIP_SKILL') await mentionSkill(INTENTS[type].params.parse(params.params).certificateId);
    requireWithinHorizon(params, world.now().tick);
    const { priority, not_before_tick: notBeforeTick, expires_at_tick: expiresAtTick } = params;
    const when = {
      ...(notBeforeTick === undefined ? {} : { notBeforeTick }),
      ...(expiresAtTick === undefined ? {} : { expiresAtTick }),
    };
    const intent = { id, actorId: caller.actorId, type, params: params.params, priority, source, ...when };
    const origin = { principal: principalOf(caller), idempotencyKey: params.idempotency_key };
    const result = await world.submit({ kind: 'intent.submit', intent }, origin);
    if (!result.isDone) throw toWorldProblem(result.code);
    return toSubmitted(type, result.data);
  }

  /** Derived from the key, so that a repeat is the same intent. */
  function toIntentId(actorId: string, key: string | undefined): IntentId {
    if (key === undefined) return newUuidV7(IntentId, clock.now().getTime(), random);
    const digest = createHash('sha256').update(`intent of ${actorId}\n${key}`).digest();
    return newUuidV7(IntentId, 0, (length) => digest.subarray(0, length));
  }

  async function getRecentEvents(caller: Actor, params: Params<'getRecentEvents'>): Promise<object> {
    requireOwn(caller, params.actor_id);
    const { since_tick: sinceTick, since_seq: sinceSeq, kinds: kind, limit, cursor } = params;
    const asked = { sinceTick, sinceSeq, kind, limit, cursor };
    const { items, nextCursor } = await reads.wallets.events(params.actor_id, asked, caller);
    return {
      events: items.map(toSnakeObject),
      latest_tick: world.now().tick,
      has_more: nextCursor !== null,
      next_cursor: nextCursor,
    };
  }

  return ({ caller, client }: Asker): Dispatch =>
    dispatchBy(AGENT_METHODS, {
      getAgentState: ({ actor_id }) => getAgentState(actor_id),
      submitIntent: (params) => submitIntent({ caller, client }, params),
      getWallet: async ({ actor_id }) => {
        requireOwn(caller, actor_id);
        return toSnakeObject(await reads.wallets.read(actor_id, caller));
      },
      getCityState: async ({ city_id }) =>
        toSnakeObject({ ...reads.cities.read(city_id), snapshot: reads.cities.economy(city_id) }),
      getRecentEvents: (params) => getRecentEvents(caller, params),
    });
}
export type Agent = ReturnType<typeof createAgent>;

/** Rejects intents beyond the horizon, which would only fill the queue. */
function requireWithinHorizon(params: Params<'submitIntent'>, tick: number): void {
  const last = tick + INTENT_LIMITS.horizonTicksMax;
  const errors = (['not_before_tick', 'expires_at_tick'] as const)
    .filter((member) => (params[member] ?? tick) > last)
    .map((member) => ({
      pointer: `/params/${member}`,
      detail: `must be at most ${last}, one simulated year from now`,
    }));
  if (errors.length > 0) throw new Problem('validation_failed', { errors });
}

const isOpenSource = (source: string): source is 'owner_suggestion' | 'agent_autonomous' =>
  source === 'owner_suggestion' || source === 'agent_autonomous';

const Submitted = z.object({
  intentId: IntentId,
  acceptanceProbability: z.number(),
  earliestTick: z.int(),
  expiresAtTick: z.int(),
  seq: z.int(),
});

function toSubmitted(type: IntentType, data: object): SubmitIntentResult {
  const { intentId, acceptanceProbability, earliestTick, expiresAtTick, seq } = Submitted.parse(data);
  const chance = Math.round(acceptanceProbability * 100);
  const message =
    acceptanceProbability === 1
      ? `The actor will execute ${type} if possible.`
      : `The actor executes ${type} with a probability of ${chance} %, if possible.`;
  return SubmitIntentResult.parse({
    intent_id: intentId,
    status: 'QUEUED',
    acceptance_probability: acceptanceProbability,
    seq,
    earliest_tick: earliestTick,
    expires_at_tick: expiresAtTick,
    message,
  });
}
