import { newUuidV7, Problem, type RandomBytes } from '@assay/protocol';
import { z } from 'zod';
import { ownedEvent } from '../../platform/events/index.ts';
import type { OperatorDecided } from '../support/index.ts';
import type { Books } from './books.ts';
import type { Hex } from './chain.port.ts';
import type { IntentRow } from './intents.store.ts';
import type { PaymentTransaction } from './payments.transaction.ts';

type Deps = { readonly books: Books; readonly random: RandomBytes; readonly clock: { now(): Date } };

const RefundId = z.uuidv7();
const REFUND_DUE_WITHIN_MS = 48 * 60 * 60_000;
const PRIORITY = 150;

/** Refunds: booked when due, sent after an operator's approval, closed when final on the chain. */
export function createRefunds({ books, random, clock }: Deps) {
  async function moveIn(
    stores: Pick<PaymentTransaction, 'intents' | 'events'>,
    intent: IntentRow,
    state: IntentRow['state'],
  ): Promise<IntentRow> {
    const at = clock.now();
    const moved = await stores.intents.change(intent.id, { state, changedAt: at });
    const data = { paymentIntentId: intent.id, from: intent.state, to: state, txHash: moved.txHash };
    const happening = {
      kind: 'payment.state_changed',
      at,
      subject: { type: 'payment-intent', id: intent.id },
    } as const;
    await stores.events.add(ownedEvent({ ...happening, owner: intent.principal, data }, random));
    return moved;
  }

  const paymentOf = (intent: IntentRow) => ({ ...intent, network: intent.terms.network });

  return {
    /** Moves a PAID or CONSUMED intent. An operator decides whether the refund is sent. */
    async dueIn(stores: PaymentTransaction, intent: IntentRow, reason: string): Promise<IntentRow> {
      if (intent.state !== 'PAID' && intent.state !== 'CONSUMED') {
        throw new Problem('payment_intent_wrong_state', { state: intent.state });
      }
      const now = clock.now();
      const id = newUuidV7(RefundId, now.getTime(), random);
      await books.refundDue(stores.ledger, paymentOf(intent), intent.state === 'CONSUMED');
      const { id: intentId, amount } = intent;
      await stores.refunds.insert({
        id,
        intentId,
        amount,
        reason,
        state: 'DUE',
        txHash: null,
        dueAt: now,
        changedAt: now,
      });
      const dueAt = new Date(now.getTime() + REFUND_DUE_WITHIN_MS);
      await stores.operatorQueue.add({
        kind: 'REFUND',
        ref: { type: 'refund', id },
        priority: PRIORITY,
        openedAt: now,
        dueAt,
      });
      const moved = await moveIn(stores, intent, 'REFUND_DUE');
      await stores.publish({ type: 'refund.due', intent });
      return moved;
    },

    /** Applies an operator's decision in the transaction that records it. */
    async decide(stores: PaymentTransaction, { ref: { id: refundId }, verdict }: OperatorDecided): Promise<void> {
      const refund = await stores.refunds.lock(refundId);
      if (refund === undefined || refund.state !== 'DUE')
        throw new Error(`Refund ${refundId} is on the queue but not due`);
      const intent = await stores.intents.lock(refund.intentId);
      const changedAt = clock.now();
      if (verdict.decision === 'REFUSE') {
        const isConsumed = intent.consumedBy !== null;
        await books.refundRefused(stores.ledger, paymentOf(intent), isConsumed);
        await stores.refunds.change(refundId, { state: 'REFUSED', changedAt });
        await moveIn(stores, intent, isConsumed ? 'CONSUMED' : 'PAID');
        return;
      }
      if (intent.payer === null) throw new Error(`Refund ${refundId} has no payer`);
      await stores.refunds.change(refundId, { state: 'APPROVED', changedAt });
      const { network, embedded, asset: token } = intent.terms;
      const ref = { type: 'refund', id: refundId } as const;
      const payout = { ref, network, embedded, token, to: intent.payer, amount: refund.amount };
      await stores.publish({ type: 'payout.due', payout });
    },

    /** The transfer is final on the chain. */
    async paidIn(stores: PaymentTransaction, refundId: string, txHash: Hex | null): Promise<void> {
      const refund = await stores.refunds.lock(refundId);
      if (refund === undefined || refund.state !== 'APPROVED') return;
      const intent = await stores.intents.lock(refund.intentId);
      await books.refundPaid(stores.ledger, paymentOf(intent));
      await stores.refunds.change(refundId, { state: 'PAID', txHash, changedAt: clock.now() });
      await moveIn(stores, intent, 'REFUNDED');
    },
  };
}
export type Refunds = ReturnType<typeof createRefunds>;
