import type { RandomBytes } from '@assay/protocol';
import { ownedEvent } from '../../platform/events/index.ts';
import type { AbuseEvent } from '../abuse/index.ts';
import type { MarketTransaction } from './marketplace.transaction.ts';
import type { WorldLicences } from './world-licences.service.ts';

type Deps = {
  readonly licences: Pick<WorldLicences, 'priceIn'>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};
type Of<Type extends AbuseEvent['type']> = Extract<AbuseEvent, { readonly type: Type }>;

/** Bars certificates from the marketplace when the operator delists them after a report. */
export function createBarring({ licences, random, clock }: Deps) {
  /** Withdraws every offer. New offers are rejected until every such decision is overturned. */
  async function bar(tx: MarketTransaction, { certificateId, reportId }: Of<'abuse.barred'>): Promise<void> {
    const at = clock.now();
    await tx.listings.bar(certificateId, reportId, at);
    for (const row of await tx.listings.lockOffers(certificateId)) {
      await tx.listings.change(row.id, { state: 'DELISTED', updatedAt: at });
      await licences.priceIn(tx, { ...row, state: 'DELISTED' });
      const subject = { type: 'listing', id: row.id };
      const data = { from: row.state, to: 'DELISTED' };
      const owner = `actor:${row.sellerActorId}`;
      await tx.events.addAll([ownedEvent({ kind: 'listing.state_changed', at, subject, owner, data }, random)]);
    }
  }

  return {
    bar,
    unbar: (tx: MarketTransaction, { certificateId, reportId }: Of<'abuse.unbarred'>): Promise<void> =>
      tx.listings.unbar(certificateId, reportId),
  };
}
