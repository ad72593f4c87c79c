import type { Input } from '@assay/economy/world';
import { EventId, type Intent, type IntentId, newUuidV7, type RandomBytes, toStorable } from '@assay/protocol';
import type { EventStore } from '../../platform/events/index.ts';
import type { WaitingInput, WorldInputStore } from './inputs.store.ts';
import type { WorldIntentStore } from './intents.store.ts';
import type { AuditEntry } from './world.published.ts';

const SET_ASIDE = 'set_aside';
/** Shown to the owner of an intent. The error itself is for the operator. */
const OWNER_REASON = 'The tick fails with this intent, so it was not executed. Send it again with other params.';
const REASON_LENGTH_MAX = 500;
/** Inputs that both books hold: omitting one would make the books differ. */
const BOOKED: ReadonlySet<Input['kind']> = new Set([
  'hold',
  'release',
  'money.issue',
  'money.retire',
  'council.settle',
  'validator.slashed',
]);

/** Runs the hour with these inputs in a transaction that is rolled back. Undefined when it can be stored. */
type TryHour = (inputs: readonly WaitingInput[]) => Promise<Error | undefined>;
type Culprit = { readonly error: Error } & (
  | { readonly kind: 'input'; readonly input: WaitingInput }
  | { readonly kind: 'intent'; readonly intentId: string }
);
/** `passing`: the hour can be stored now. `unknown`: no single input explains the failure. */
type Finding = Culprit | { readonly kind: 'passing' } | { readonly kind: 'unknown'; readonly error: Error };

/** Finds the input that makes the hour fail: a waiting input, or an intent that an earlier hour queued. */
export async function findFailingInput(
  waiting: readonly WaitingInput[],
  queued: readonly string[],
  tryHour: TryHour,
): Promise<Finding> {
  const error = await tryHour(waiting);
  if (error === undefined) return { kind: 'passing' };
  if (waiting.length > 0 && (await tryHour([])) === undefined) {
    const place = await firstPlace(
      waiting.length,
      async (size) => (await tryHour(waiting.slice(0, size))) !== undefined,
    );
    const input = waiting[place - 1];
    if (input !== undefined) return { kind: 'input', input, error: (await tryHour([input])) ?? error };
  }
  const cancels = queued.map((intentId) => toWaiting(toCancel(intentId, error)));
  if (cancels.length > 0 && (await tryHour(cancels)) === undefined) {
    const place = await firstPlace(
      cancels.length,
      async (size) => (await tryHour(cancels.slice(0, size))) === undefined,
    );
    const intentId = queued[place - 1];
    if (intentId !== undefined) return { kind: 'intent', intentId, error };
  }
  return { kind: 'unknown', error };
}

const toWaiting = (input: Input): WaitingInput => ({ id: -1, principal: 'world', input });
const toCancel = (intentId: string, error: Error): Input => ({
  kind: 'intent.cancel',
  intentId,
  reason: toReason(error),
});

/** The smallest size from 1 to `sizeMax` for which `holds` is true. It must be true at `sizeMax` and false at 0. */
async function firstPlace(sizeMax: number, holds: (size: number) => Promise<boolean>): Promise<number> {
  let [below, at] = [0, sizeMax];
  while (at - below > 1) {
    const middle = Math.floor((below + at) / 2);
    if (await holds(middle)) at = middle;
    else below = middle;
  }
  return at;
}

/** The reason why this process may not set an input aside, if any. */
export function explainSetAsideRefusal(culprit: Culprit): string | undefined {
  if (culprit.kind === 'intent') return undefined;
  const { id, principal, input } = culprit.input;
  const isBooked = principal === 'ledger' || BOOKED.has(input.kind);
  return isBooked ? `input ${id} (${input.kind}) makes the hour fail and is booked in the ledger` : undefined;
}

export type SetAsideTx = {
  readonly worldInputs: Pick<WorldInputStore, 'setAside' | 'insert'>;
  readonly worldIntents: Pick<WorldIntentStore, 'insertAll'>;
  readonly events: Pick<EventStore, 'addAll'>;
  readonly operatorQueue: { log(entry: AuditEntry, at: Date): Promise<void> };
};
type Now = { readonly tick: number; readonly at: Date; readonly random: RandomBytes };

/**
 * Records the decision in the log of inputs, so that every replay and every follower omits the same input. A waiting
 * input gets no hour; a queued intent is removed by an input of its own.
 */
export async function setAside(tx: SetAsideTx, culprit: Culprit, { tick, at, random }: Now): Promise<void> {
  const reason = toReason(culprit.error);
  const log = (subjectType: string, subjectId: string, detail: AuditEntry['detail']) =>
    tx.operatorQueue.log(
      { actor: 'world', action: 'world.input_set_aside', subjectType, subjectId, detail, requestId: null },
      at,
    );
  if (culprit.kind === 'intent') {
    const input = toCancel(culprit.intentId, culprit.error);
    await tx.worldInputs.insert({ input, principal: 'world', createdAt: at });
    return log('intent', culprit.intentId, { hour: tick, reason });
  }
  const { id, principal, input } = culprit.input;
  await tx.worldInputs.setAside(id, reason);
  await log('world_input', String(id), { hour: tick, reason, kind: input.kind, principal });
  if (input.kind !== 'intent.submit') return;
  const { actorId } = input.intent;
  const event = {
    id: newUuidV7(EventId, at.getTime(), random),
    kind: 'intent.blocked',
    occurredAt: at,
    subjectType: 'intent',
    subjectId: input.intent.id,
    outcome: 'blocked',
    data: { intentId: input.intent.id, type: input.intent.type, reasonCode: SET_ASIDE, rewrittenTo: null },
    causedBy: null,
    owner: `actor:${actorId}`,
    actorId,
    tick,
  } as const;
  await tx.events.addAll([event]);
  await tx.worldIntents.insertAll([toBlockedIntent(input.intent, tick, event.id)]);
}

/** Replaces params that cannot be stored, because the database may have rejected them. */
function toBlockedIntent(
  intent: Extract<Input, { kind: 'intent.submit' }>['intent'],
  tick: number,
  eventId: EventId,
): Intent {
  const { id, actorId, type, params, priority, source, notBeforeTick = null, expiresAtTick = tick } = intent;
  return {
    id: id as IntentId,
    seq: 0, // it never had a place in the queue
    actorId: actorId as Intent['actorId'],
    type,
    params: toStorable(params) as Intent['params'],
    priority,
    source,
    ...BLOCKED,
    rewrittenTo: null,
    acceptanceProbability: 0,
    submittedTick: tick,
    notBeforeTick,
    expiresAtTick,
    decidedTick: tick,
    eventIds: [eventId],
  };
}

export const BLOCKED = { status: 'BLOCKED', reasonCode: SET_ASIDE, reason: OWNER_REASON } as const;

/** The message of the database or the kernel, without the statement around it. */
export function toReason(error: Error): string {
  const { cause } = error;
  if (cause instanceof Error) return toReason(cause);
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code} ` : '';
  return String(toStorable(`${code}${error.message}`)).slice(0, REASON_LENGTH_MAX);
}
