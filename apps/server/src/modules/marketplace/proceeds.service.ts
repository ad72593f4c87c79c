import { CertificateId, Problem, type Purchase, type RandomBytes, type RefundRequest } from '@assay/protocol';
import type { z } from 'zod';
import type { Actor } from '../../platform/auth/index.ts';
import { ownedEvent } from '../../platform/events/index.ts';
import { type Purse, proceedsOf } from '../purse/index.ts';
import { toPurchase } from './listing.answer.ts';
import type { InTransaction, MarketTransaction } from './marketplace.transaction.ts';
import type { PurchaseRow, SoldRow } from './purchases.store.ts';
import { payoutDue, refuseRefund, settlementDue } from './sale.policy.ts';
import type { WorldLicences } from './world-licences.service.ts';

type Deps = {
  readonly inTransaction: InTransaction;
  readonly stores: MarketTransaction;
  readonly purse: Pick<Purse, 'refundIn' | 'payOutIn' | 'journalIdOf'>;
  readonly licences: Pick<WorldLicences, 'revokeIn'>;
  readonly bundleUrlOf: (purchaseId: string) => string;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};
type PurchaseEvent = {
  readonly kind: 'listing.paid_out' | 'listing.refunded';
  readonly actorId: string;
  readonly journalId: string;
  readonly data: Record<string, unknown>;
};

const PAYOUTS_PER_TRANSACTION = 50;

/** The price of a licence after the sale: held, then paid out to the seller or returned to the buyer. */
export function createProceeds(deps: Deps) {
  const { inTransaction, stores, purse, licences, bundleUrlOf, random, clock } = deps;

  async function refund({ actorId }: Actor, id: string, { reason }: RefundRequest): Promise<z.input<typeof Purchase>> {
    await inTransaction(async (tx) => {
      const found = await tx.purchases.findOwn(id, actorId);
      // Locks the listing before the purchase, in the same order as a sale.
      const listing = found && (await tx.sales.lock(found.listingId));
      const row = await tx.purchases.lockOwn(id, actorId);
      if (row === undefined || listing === undefined) throw new Problem('purchase_not_found');
      const { lineageId, sellerActorId } = listing;
      const now = clock.now();
      const hasReturned = await tx.purchases.hasReturned(lineageId, actorId);
      const because = refuseRefund({ ...row, hasReturned }, now);
      if (because !== null) throw new Problem('refund_not_possible', { because });
      await refundIn(tx, { ...row, sellerActorId }, reason, now);
      await tx.listings.changeTotals(lineageId, await tx.purchases.totals(lineageId));
    });
    const row = await stores.purchases.findOwn(id, actorId);
    const sealed = row && (await stores.certificates.findSealed(CertificateId.parse(row.certificateId)));
    if (row === undefined || sealed === undefined) throw new Problem('purchase_not_found');
    return toPurchase(row, bundleUrlOf, sealed.bundleSha256);
  }

  /** Refunds a licence with its upgrades, except those that were paid out to the seller or refunded before. */
  async function refundIn(tx: MarketTransaction, root: SoldRow, reason: string, now: Date): Promise<void> {
    const { id, buyerActorId: actorId, sellerActorId } = root;
    const tree = (await tx.purchases.lockTree(id)).filter(
      ({ paidOutAt, refundedAt }) => paidOutAt === null && refundedAt === null,
    );
    if (tree.length === 0) return; // refunded together with the licence that it upgrades
    await tx.purchases.refund(
      tree.map((row) => row.id),
      now,
      reason,
    );
    for (const row of tree) await licences.revokeIn(tx, row);
    const amount = tree.reduce((sum, row) => sum + row.price, 0n);
    const act = { reason: 'listing.refunded', ref: { type: 'purchase', id }, idempotencyKey: id };
    const journalId = purse.journalIdOf(act);
    const data = { price: amount.toString(), purchaseId: id, reason };
    for (const owner of [actorId, sellerActorId]) {
      await publishIn(tx, root, { kind: 'listing.refunded', actorId: owner, journalId, data }, now);
    }
    await purse.refundIn(tx, { ...act, actorId, amount, pot: proceedsOf(sellerActorId) });
  }

  /** Pays out prices after the hold period, and refunds prices of certificates that stayed suspended. */
  async function payOutDue(): Promise<void> {
    let hasMore = true;
    while (hasMore) hasMore = (await payOutBatch()) === PAYOUTS_PER_TRANSACTION;
    hasMore = true;
    while (hasMore) hasMore = await refundNextSuspended();
  }

  async function payOutBatch(): Promise<number> {
    return inTransaction(async (tx) => {
      const now = clock.now();
      const [soldBefore, settledBefore] = [payoutDue(now), settlementDue(now)];
      const due = await tx.purchases.lockDue({ soldBefore, settledBefore, limit: PAYOUTS_PER_TRANSACTION });
      for (const row of due) await payOutIn(tx, row, now);
      return due.length;
    });
  }

  /** Refunds one licence: it waits for the locks of its upgrades, and must not hold locks of another account meanwhile. */
  async function refundNextSuspended(): Promise<boolean> {
    return inTransaction(async (tx) => {
      const now = clock.now();
      const [row] = await tx.purchases.lockForfeited(settlementDue(now), 1);
      if (row === undefined) return false;
      await refundIn(tx, row, 'The certificate stayed suspended.', now);
      return true;
    });
  }

  async function payOutIn(tx: MarketTransaction, row: SoldRow, now: Date): Promise<void> {
    const { id, sellerActorId: actorId, price: amount, fee } = row;
    const act = { reason: 'listing.paid-out', ref: { type: 'purchase', id }, idempotencyKey: id };
    await tx.purchases.markPaidOut(id, now);
    const data = { amount: (amount - fee).toString(), purchaseId: id };
    await publishIn(tx, row, { kind: 'listing.paid_out', actorId, journalId: purse.journalIdOf(act), data }, now);
    await purse.payOutIn(tx, { ...act, actorId, amount, fee, pot: proceedsOf(actorId) });
  }

  async function publishIn(
    tx: MarketTransaction,
    row: PurchaseRow,
    purchaseEvent: PurchaseEvent,
    at: Date,
  ): Promise<void> {
    const { kind, actorId, journalId, data } = purchaseEvent;
    const subject = { type: 'listing', id: row.listingId };
    const event = ownedEvent({ kind, at, subject, owner: `actor:${actorId}`, data }, random);
    await tx.events.addAll([{ ...event, journalIds: [journalId] }]);
  }

  return { refund, payOutDue };
}
export type Proceeds = ReturnType<typeof createProceeds>;
