import type { RandomBytes } from '@assay/protocol';
import { ownedEvent, type PublishedRow } from '../../platform/events/index.ts';
import type { ListingRow } from './listings.store.ts';
import type { MarketTransaction } from './marketplace.transaction.ts';

type Deps = { readonly random: RandomBytes; readonly clock: { now(): Date } };

/** Events that can change the validity of a certificate. */
const ABOUT_VALIDITY = /^(?:certificate\.(?:suspended|deprecated|revoked|reinstated)|flag\.(?:opened|decided))$/;
const BUYERS_PER_STATEMENT = 500;

/** Blocks offers whose certificate is not valid, and notifies their buyers. */
export function createWithdrawals({ random, clock }: Deps) {
  /** Runs in the transaction that numbers the events, so that each change is processed exactly once. */
  async function follow(
    tx: Pick<MarketTransaction, 'listings' | 'purchases' | 'events'>,
    { published }: { readonly published: readonly PublishedRow[] },
  ): Promise<void> {
    const ids = published
      .filter(({ kind, subjectType }) => ABOUT_VALIDITY.test(kind) && subjectType === 'certificate')
      .map(({ subjectId }) => subjectId);
    for (const listing of await tx.listings.lockMisplaced([...new Set(ids)])) await moveIn(tx, listing);
  }

  async function moveIn(
    tx: Pick<MarketTransaction, 'listings' | 'purchases' | 'events'>,
    listing: ListingRow & { readonly isValid: boolean },
  ): Promise<void> {
    const { id, sellerActorId, state: from, unblockedState } = listing;
    const at = clock.now();
    const to = listing.isValid ? unblockedState : 'BLOCKED';
    await tx.listings.change(id, {
      state: to,
      updatedAt: at,
      ...(from !== 'BLOCKED' && { unblockedState: from === 'PAUSED' ? 'PAUSED' : 'ACTIVE' }),
    });
    const told = [sellerActorId, ...(await tx.purchases.listBuyers(id))];
    for (let next = 0; next < told.length; next += BUYERS_PER_STATEMENT) {
      const events = told.slice(next, next + BUYERS_PER_STATEMENT).map((actorId) =>
        ownedEvent(
          {
            kind: 'listing.state_changed',
            at,
            subject: { type: 'listing', id },
            owner: `actor:${actorId}`,
            data: { from, to, certificateId: listing.certificateId },
          },
          random,
        ),
      );
      await tx.events.addAll(events);
    }
  }

  return { follow };
}
