import { toMarks } from '@assay/economy/council';
import { newUuidV7, type PaymentMethod, Problem, type RandomBytes, ReceiptId } from '@assay/protocol';
import { ownedEvent } from '../../platform/events/index.ts';
import { type MarkBooks, purseOf } from '../purse/index.ts';
import type { Books } from './books.ts';
import type { Transfer } from './chain.port.ts';
import { decideArrival } from './intents.policy.ts';
import type { IntentRow } from './intents.store.ts';
import type { PaymentTransaction } from './payments.transaction.ts';
import type { Refunds } from './refunds.service.ts';

type Deps = {
  readonly books: Books;
  readonly marks: Pick<MarkBooks, 'issueIn'>;
  readonly refunds: Pick<Refunds, 'dueIn'>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};
type Consumer = NonNullable<IntentRow['consumedBy']>;

const LATE = 'The transfer arrived more than 24 hours after the payment intent had expired.';

/** The only place where an intent becomes paid, by either payment method. */
export function createCredit({ books, marks, refunds, random, clock }: Deps) {
  /**
   * Claims the transfer, books it and moves the intent in the caller's transaction, which also delivers the purchase. A
   * repeat with the same transfer changes nothing.
   */
  async function creditIn(
    stores: PaymentTransaction,
    intentId: string,
    transfer: Transfer,
    method: PaymentMethod,
  ): Promise<IntentRow> {
    const intent = await stores.intents.lock(intentId);
    const before = await stores.intents.findTransfer(intentId);
    if (before !== undefined) {
      if (before.txHash === transfer.txHash && before.logIndex === transfer.logIndex) return intent;
      throw new Problem('payment_intent_wrong_state', { state: intent.state });
    }
    if (transfer.amount !== intent.amount) throw new Error(`Transfer ${transfer.txHash} does not pay ${intentId}.`);
    const now = clock.now();
    const { network } = intent.terms;
    const journalId = await books.received(stores.ledger, { ...intent, network });
    const isFirst = await stores.intents.claimTransfer({
      network,
      txHash: transfer.txHash,
      logIndex: transfer.logIndex,
      intentId: intent.id,
      payer: transfer.from,
      amount: transfer.amount,
      blockNumber: transfer.blockNumber,
      blockTime: transfer.blockTime,
      journalId,
      receiptId: newUuidV7(ReceiptId, now.getTime(), random),
      creditedAt: now,
    });
    if (!isFirst) throw new Problem('payment_already_used');
    const place = { method, payer: transfer.from, txHash: transfer.txHash, lastError: null };
    const paid = await moveIn(stores, intent, { ...place, state: 'PAID' });
    if (decideArrival(transfer.blockTime, intent.expiresAt) !== 'PAID') return refunds.dueIn(stores, paid, LATE);
    if (intent.purpose === 'TOPUP') return topUpIn(stores, paid);
    return intent.resource === null ? paid : deliverIn(stores, paid);
  }

  /** Lets the selling module deliver a paid intent, or create its refund. */
  async function deliverIn(stores: PaymentTransaction, paid: IntentRow): Promise<IntentRow> {
    await stores.publish({ type: 'intent.paid', intent: paid });
    return stores.intents.lock(paid.id);
  }

  /** Spends a paid intent on its purchase. */
  async function consumeIn(stores: PaymentTransaction, intentId: string, consumedBy: Consumer): Promise<IntentRow> {
    const intent = await stores.intents.lock(intentId);
    if (intent.state !== 'PAID') throw new Problem('payment_intent_wrong_state', { state: intent.state });
    await books.consumed(stores.ledger, { ...intent, network: intent.terms.network });
    const consumed = await moveIn(stores, intent, { state: 'CONSUMED', consumedBy });
    await stores.publish({ type: 'intent.consumed', intent: consumed });
    return consumed;
  }

  /** A top-up needs no selling module: the payment credits the purse. */
  async function topUpIn(stores: PaymentTransaction, paid: IntentRow): Promise<IntentRow> {
    const actorId = actorOf(paid.principal);
    const ref = { type: 'payment-intent', id: paid.id };
    await marks.issueIn(stores, { to: purseOf(actorId), amount: toMarks(paid.amount), reason: 'topup', ref });
    return consumeIn(stores, paid.id, { type: 'topup', id: actorId });
  }

  /** Publishes every change of state to the owner. */
  async function moveIn(
    stores: Pick<PaymentTransaction, 'intents' | 'events'>,
    intent: IntentRow,
    change: Partial<Pick<IntentRow, 'state' | 'method' | 'payer' | 'txHash' | 'lastError' | 'consumedBy'>>,
  ): Promise<IntentRow> {
    const at = clock.now();
    const moved = await stores.intents.change(intent.id, { ...change, changedAt: at });
    if (moved.state !== intent.state) {
      const data = { paymentIntentId: intent.id, from: intent.state, to: moved.state, txHash: moved.txHash };
      const subject = { type: 'payment-intent', id: intent.id };
      const { principal: owner } = intent;
      await stores.events.add(ownedEvent({ kind: 'payment.state_changed', at, subject, owner, data }, random));
    }
    return moved;
  }

  return { creditIn, deliverIn, consumeIn, moveIn };
}
export type Credit = ReturnType<typeof createCredit>;

/** Only actors top up; the route requires an API key. */
function actorOf(principal: string): string {
  const [, actorId] = /^actor:(.+)$/.exec(principal) ?? [];
  if (actorId === undefined) throw new Error("A top-up is not an actor's.");
  return actorId;
}
