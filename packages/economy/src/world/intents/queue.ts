/** The intent queue: intents wait for their hour and are then executed, refused, rewritten or blocked. */
import { INTENTS, isIntentType } from '@assay/protocol';
import { admitVisitors, askForEntry, entryTick } from '../arrivals.ts';
import { acceptance, reasonOf, risksLiving } from '../choice.ts';
import { emit } from '../events.ts';
import { actorId, actorRow, worldId } from '../ids.ts';
import { done, type InputResult, type IntentInput, refused } from '../inputs/types.ts';
import { ACTOR_FLAGS } from '../layout.ts';
import { HOURS_PER_DAY } from '../params.ts';
import { isVisiting } from '../presence.ts';
import { openJournal } from '../recorder.ts';
import { Dice } from '../rng.ts';
import type { QueuedIntent } from '../side.ts';
import type { World } from '../state.ts';
import { STREAMS } from '../steps/dice.ts';
import { inWords } from './blocked-words.ts';
import type { Definition, Effect } from './definition.ts';
import { DEFINITIONS } from './definitions.ts';
import { addWaiting, countWaiting, findWaiting, removeWaiting } from './waiting.ts';

const QUEUE_MAX = 50;
const EXPIRES_AFTER_TICKS = 10 * HOURS_PER_DAY;

export type IntentOutcome = {
  readonly intentId: string;
  readonly actorId: string;
  readonly type: string;
  readonly status: 'EXECUTED' | 'BLOCKED' | 'REFUSED' | 'REWRITTEN' | 'EXPIRED' | 'CANCELLED';
  readonly reasonCode: string | null;
  readonly reason: string | null;
  readonly rewrittenTo: string | null;
};

type AnyDefinition = Definition<unknown>;
const definitionOf = (type: string): AnyDefinition | undefined => DEFINITIONS.get(type) as AnyDefinition | undefined;

/** The params as parsed by the protocol, or undefined. */
function readParams(type: string, params: unknown): unknown {
  if (!isIntentType(type)) return undefined;
  const read = INTENTS[type].params.safeParse(params);
  return read.success ? read.data : undefined;
}

export function submitIntent(w: World, input: IntentInput): InputResult {
  const actor = actorRow(w, input.actorId);
  if (actor === undefined) return refused('actor_not_found');
  const code = refusal(w, actor, input);
  if (code !== null) return refused(code);
  const intent: QueuedIntent = {
    id: input.id,
    actor,
    type: input.type,
    params: input.params,
    priority: input.priority,
    source: input.source,
    ordinal: w.side.nextOrdinal++,
    submittedTick: w.tick,
    notBeforeTick: input.notBeforeTick ?? w.tick,
    expiresAtTick: input.expiresAtTick ?? w.tick + EXPIRES_AFTER_TICKS,
    rewrittenFrom: null,
  };
  addWaiting(w, intent);
  askForEntry(w, actor);
  return done({
    intentId: intent.id,
    acceptanceProbability: chanceOf(w, intent),
    earliestTick: Math.max(w.tick, intent.notBeforeTick, entryTick(w, actor) ?? 0),
    expiresAtTick: intent.expiresAtTick,
    seq: intent.ordinal,
  });
}

function refusal(w: World, actor: number, input: IntentInput): string | null {
  const flags = w.actor.flags[actor];
  if ((flags & ACTOR_FLAGS.frozen) !== 0) return 'actor_frozen';
  if (definitionOf(input.type) === undefined) return 'unknown_intent_type';
  if (readParams(input.type, input.params) === undefined) return 'validation_failed';
  if (!(input.priority >= 0 && input.priority <= 1)) return 'validation_failed';
  if (input.source === 'agent_autonomous' && (flags & ACTOR_FLAGS.remote) === 0) return 'source_not_allowed';
  if (findWaiting(w, input.id) !== undefined) return 'validation_failed';
  return countWaiting(w, actor) >= QUEUE_MAX ? 'intent_queue_full' : null;
}

/** The probability that the actor follows, in the state of this hour. */
export function chanceOf(
  w: World,
  intent: Pick<QueuedIntent, 'actor' | 'type' | 'params' | 'priority' | 'source'>,
): number {
  if (intent.source !== 'owner_suggestion') return 1;
  const definition = definitionOf(intent.type);
  const params = readParams(intent.type, intent.params);
  if (definition === undefined || params === undefined) return 0;
  return acceptance(w, intent.actor, effectOf(w, intent.actor, definition, params), intent.priority);
}

/** The effect of an intent whose target no longer exists is empty. */
function effectOf(w: World, actor: number, definition: AnyDefinition, params: unknown): Effect {
  return definition.check(w, actor, params) === null ? (definition.effect?.(w, actor, params) ?? {}) : {};
}

export function cancelIntent(w: World, id: string): InputResult {
  if (findWaiting(w, id) === undefined) return refused('intent_wrong_state');
  removeWaiting(w, new Set([id]));
  return done({ intentId: id, status: 'CANCELLED' });
}

/** Runs intents by priority, then in order of arrival. Each actor gets one main intent; further ones wait. */
export function runIntents(w: World): IntentOutcome[] {
  admitVisitors(w);
  if (w.side.intents.length === 0) return [];
  const outcomes: IntentOutcome[] = [];
  const due = w.side.intents.filter(
    ({ notBeforeTick, actor, expiresAtTick }) =>
      notBeforeTick <= w.tick && (!isVisiting(w, actor) || expiresAtTick <= w.tick),
  );
  due.sort((a, b) => b.priority - a.priority || a.ordinal - b.ordinal);
  const busy = new Set<number>();
  const settled = new Set<string>();
  for (const intent of due) {
    const isMain = isIntentType(intent.type) && 'isMain' in INTENTS[intent.type];
    if (intent.expiresAtTick > w.tick && isMain && busy.has(intent.actor)) continue;
    if (isMain) busy.add(intent.actor);
    openJournal(w.out, { type: 'intent', id: intent.id });
    const outcome = run(w, intent);
    settled.add(intent.id);
    outcomes.push(outcome);
    tell(w, intent, outcome);
  }
  removeWaiting(w, settled);
  return outcomes;
}

function run(w: World, intent: QueuedIntent): IntentOutcome {
  const end = (
    status: IntentOutcome['status'],
    reasonCode: string | null,
    reason: string | null = null,
    rewrittenTo: string | null = null,
  ) => ({
    intentId: intent.id,
    actorId: actorId(w, intent.actor),
    type: intent.type,
    status,
    reasonCode,
    reason,
    rewrittenTo,
  });
  if (intent.expiresAtTick <= w.tick) return end('EXPIRED', null);
  if ((w.actor.flags[intent.actor] & ACTOR_FLAGS.frozen) !== 0) {
    return end('BLOCKED', 'actor_frozen', inWords('actor_frozen'));
  }
  const definition = definitionOf(intent.type);
  const params = readParams(intent.type, intent.params);
  if (definition === undefined || params === undefined)
    return end('BLOCKED', 'validation_failed', inWords('validation_failed'));
  const blocked = definition.check(w, intent.actor, params);
  if (blocked !== null) {
    const code = typeof blocked === 'string' ? blocked : blocked.code;
    const other = intent.rewrittenFrom === null ? definition.rewrite?.(w, intent.actor, params) : undefined;
    return other === undefined
      ? end('BLOCKED', code, inWords(blocked))
      : end('REWRITTEN', code, null, queueRewritten(w, intent, other));
  }
  const effect = definition.effect?.(w, intent.actor, params) ?? {};
  if (intent.source === 'owner_suggestion') {
    if (intent.priority < 1 && risksLiving(w, intent.actor, effect)) {
      return end('REFUSED', 'living_at_risk', 'would not be left enough for rent and food');
    }
    const dice = new Dice(w.luck, STREAMS.acceptance, w.tick, intent.ordinal);
    if (dice.uniform() >= acceptance(w, intent.actor, effect, intent.priority)) {
      return end('REFUSED', 'suggestion_declined', reasonOf(w, intent.actor));
    }
  }
  definition.apply(w, intent.actor, params, intent.id);
  return end('EXECUTED', null);
}

/** Queues the alternative params as the next intent, with the same limits. */
function queueRewritten(w: World, intent: QueuedIntent, params: Record<string, unknown>): string {
  const ordinal = w.side.nextOrdinal++;
  const id = worldId(w, 'intent', ordinal);
  addWaiting(w, { ...intent, id, ordinal, params, notBeforeTick: w.tick + 1, rewrittenFrom: intent.id });
  return id;
}

const EVENT_OF = {
  EXECUTED: 'intent.executed',
  BLOCKED: 'intent.blocked',
  REFUSED: 'intent.refused',
  REWRITTEN: 'intent.rewritten',
  EXPIRED: 'intent.expired',
  CANCELLED: 'intent.expired',
} as const;

function tell(w: World, intent: QueuedIntent, outcome: IntentOutcome): void {
  const { status, reasonCode, rewrittenTo } = outcome;
  emit(w, EVENT_OF[status], {
    actor: intent.actor,
    subject: { type: 'intent', id: intent.id },
    outcome: status === 'EXECUTED' || status === 'REWRITTEN' ? 'success' : status === 'BLOCKED' ? 'blocked' : 'fail',
    data: { intentId: intent.id, type: intent.type, reasonCode, rewrittenTo },
  });
}
