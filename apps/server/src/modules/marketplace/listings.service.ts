import { createHash } from 'node:crypto';
import {
  CertificateId,
  isValid,
  type Listing,
  type ListingChange,
  type ListingDetail,
  ListingId,
  type ListingQuery,
  type ListingRequest,
  newUuidV7,
  Problem,
  type RandomBytes,
  SECURITY_LEVELS,
  SecurityLevel,
} from '@assay/protocol';
import { z } from 'zod';
import type { Actor } from '../../platform/auth/index.ts';
import { ownedEvent } from '../../platform/events/index.ts';
import { CURSOR_KEYS, readCursor, toPage } from '../../platform/http/index.ts';
import type { OwnersOf } from '../accounts/index.ts';
import type { WorldSkills } from '../certificates/index.ts';
import type { ReadCertified } from './certified-bytes.service.ts';
import { toListing } from './listing.answer.ts';
import type { ListingRow, OfferRow, Sort } from './listings.store.ts';
import type { InTransaction, MarketTransaction } from './marketplace.transaction.ts';
import type { WorldLicences } from './world-licences.service.ts';

type Deps = {
  readonly inTransaction: InTransaction;
  readonly stores: MarketTransaction;
  readonly ownersOf: OwnersOf;
  readonly readCertified: ReadCertified;
  readonly licences: Pick<WorldLicences, 'priceIn'>;
  readonly skills: Pick<WorldSkills, 'mentionIn'>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};
type Answer = z.input<typeof Listing>;

/** A cursor continues only its own sort order: `key` is the sort key of the last row. */
const KEYS = {
  newest: CURSOR_KEYS.moment,
  price: CURSOR_KEYS.amount,
  sales: CURSOR_KEYS.integer,
  rating: CURSOR_KEYS.integer,
} as const;
const positionIn = (sort: ListingQuery['sort']) => z.object({ sort: z.literal(sort), key: KEYS[sort], id: z.uuid() });

/** Creates, reads, changes and withdraws offers of certified skills. */
export function createListings(deps: Deps) {
  const { inTransaction, stores, ownersOf, readCertified, licences, skills, random, clock } = deps;

  async function search({ q, limit, cursor, ...query }: ListingQuery) {
    const now = clock.now();
    const after = cursor === undefined ? undefined : readCursor(positionIn(query.sort), cursor, now);
    const rows = await stores.listings.search({ ...query, word: q, after, limit: limit + 1 });
    const { page, nextCursor } = toPage(rows, limit, now, (last) => ({
      sort: query.sort,
      key: keyOf(last, query.sort),
      id: last.id,
    }));
    return { items: page.map(toListing), nextCursor };
  }

  async function read(id: string): Promise<Answer> {
    const row = await stores.listings.read(id);
    if (row === undefined) throw new Problem('listing_not_found');
    return toListing(row);
  }

  async function readDetail(id: string): Promise<z.input<typeof ListingDetail>> {
    const [listing, prices] = await Promise.all([read(id), stores.listings.listPrices(id)]);
    const toPrice = ({ price, changedAt }: (typeof prices)[number]) => ({
      price: price.toString(),
      changedAt: changedAt.toISOString(),
    });
    return { ...listing, priceHistory: prices.map(toPrice) };
  }

  async function create(caller: Actor, request: ListingRequest): Promise<Answer> {
    const { certificateId, price, licence, delivery } = request;
    const { sealed, owner } = await requireOwn(caller, certificateId);
    await readCertified(await stores.sales.findSealed(certificateId)); // the bytes must be deliverable
    const now = clock.now();
    const row: ListingRow = {
      id: newUuidV7(ListingId, now.getTime(), random),
      certificateId,
      lineageId: lineageOf(owner, sealed),
      sellerActorId: caller.actorId,
      name: sealed.name,
      version: sealed.version,
      productType: sealed.productType,
      securityLevel: sealed.securityLevel,
      levelRank: SECURITY_LEVELS.indexOf(SecurityLevel.parse(sealed.securityLevel)),
      description: request.description ?? sealed.description,
      price,
      licence,
      delivery,
      state: 'ACTIVE',
      unblockedState: 'ACTIVE',
      sales: 0,
      stars: 0,
      ratings: 0,
      rating: 0,
      createdAt: now,
      updatedAt: now,
    };
    await inTransaction(async (tx) => {
      await skills.mentionIn(tx, certificateId);
      await requireValid(tx, certificateId);
      if (await tx.listings.isBarred(certificateId)) throw new Problem('offer_barred');
      if (!(await tx.listings.insert(row))) throw new Problem('listing_exists');
      await tx.listings.addPrice(row.id, price, now);
      await tx.listings.changeTotals(row.lineageId, await tx.purchases.totals(row.lineageId));
      await licences.priceIn(tx, row);
      await tx.events.addAll([stateEvent(row, null, 'ACTIVE', now)]);
    });
    return read(row.id);
  }

  /** The certificate, if the caller has submitted its bytes. */
  async function requireOwn(caller: Actor, certificateId: CertificateId) {
    const sealed = await stores.certificates.findSealed(certificateId);
    if (sealed === undefined) throw new Problem('certificate_not_found');
    const submitted = await stores.submissions.find(sealed.submissionId);
    const owners = await ownersOf(caller);
    if (submitted === undefined || !owners.includes(submitted.submission.owner))
      throw new Problem('not_certificate_owner');
    return { sealed, owner: submitted.submission.owner };
  }

  async function change({ actorId }: Actor, id: string, { price, description, state }: ListingChange): Promise<Answer> {
    await inTransaction(async (tx) => {
      const row = await requireOwnListing(tx, id, actorId);
      const now = clock.now();
      // A blocked listing stays blocked and stores the state that its seller wants.
      const wanted = state ?? row.unblockedState;
      const next = row.state === 'BLOCKED' ? 'BLOCKED' : (state ?? row.state);
      await tx.listings.change(id, {
        ...(price !== undefined && { price }),
        ...(description !== undefined && { description }),
        state: next,
        unblockedState: wanted,
        updatedAt: now,
      });
      if (price !== undefined && price !== row.price) {
        await tx.listings.addPrice(id, price, now);
        await licences.priceIn(tx, { ...row, price });
      }
      if (next !== row.state) await tx.events.addAll([stateEvent(row, row.state, next, now)]);
    });
    return read(id);
  }

  async function withdraw({ actorId }: Actor, id: string): Promise<void> {
    await inTransaction(async (tx) => {
      const row = await requireOwnListing(tx, id, actorId);
      const now = clock.now();
      await tx.listings.change(id, { state: 'DELISTED', updatedAt: now });
      await licences.priceIn(tx, { ...row, state: 'DELISTED' });
      await tx.events.addAll([stateEvent(row, row.state, 'DELISTED', now)]);
    });
  }

  async function requireOwnListing(tx: MarketTransaction, id: string, actorId: string): Promise<ListingRow> {
    const row = await tx.listings.lockOwn(id, actorId);
    if (row === undefined) throw new Problem('listing_not_found');
    return row;
  }

  const stateEvent = ({ id, sellerActorId }: ListingRow, from: string | null, to: string, at: Date) =>
    ownedEvent(
      {
        kind: 'listing.state_changed',
        at,
        subject: { type: 'listing', id },
        owner: `actor:${sellerActorId}`,
        data: { from, to },
      },
      random,
    );

  return { search, read, readDetail, create, change, withdraw };
}
export type Listings = ReturnType<typeof createListings>;

/** Identifies the product: all versions that one owner certifies under one name. */
const lineageOf = (owner: string, { productType, name }: { readonly productType: string; readonly name: string }) =>
  createHash('sha256').update(`${owner}\n${productType}\n${name}`).digest('hex');

/** Requires the status APPROVED and no open flag. */
async function requireValid(tx: Pick<MarketTransaction, 'certificates'>, certificateId: string): Promise<void> {
  const [current] = await tx.certificates.findCurrent([CertificateId.parse(certificateId)]);
  if (current === undefined || !isValid(current.state.status, current.openFlags))
    throw new Problem('certificate_not_valid');
}

function keyOf(row: OfferRow, sort: Sort): string {
  switch (sort) {
    case 'newest':
      return row.createdAt;
    case 'price':
      return row.price;
    case 'sales':
      return String(row.sales);
    case 'rating':
      return String(row.rating);
  }
}
