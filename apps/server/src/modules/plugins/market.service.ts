import {
  newUuidV7,
  PluginId,
  type PluginOfferQuery,
  type PluginPurchase,
  type PluginPurchaseRequest,
  Problem,
  PurchaseId,
  type RandomBytes,
} from '@assay/protocol';
import { z } from 'zod';
import type { Actor } from '../../platform/auth/index.ts';
import { CURSOR_KEYS, readCursor, toPage } from '../../platform/http/index.ts';
import type { OwnersOf } from '../accounts/index.ts';
import { rankedSources, tiesSince } from '../marketplace/index.ts';
import type { Purse } from '../purse/index.ts';
import { toMarks, toOffer, toPlugin } from './plugin.answer.ts';
import type { PluginEvents } from './plugin.events.ts';
import { PLUGIN_TERMS } from './plugin.policy.ts';
import { requireRoom } from './plugins.service.ts';
import type { PluginPurchaseRow, PluginRow } from './plugins.store.ts';
import type { InTransaction, PluginTransaction } from './plugins.transaction.ts';

type Deps = {
  readonly inTransaction: InTransaction;
  readonly stores: PluginTransaction;
  readonly purse: Pick<Purse, 'payIn'>;
  readonly ownersOf: OwnersOf;
  readonly events: PluginEvents;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

const BP = 10_000n;
const KEYS = {
  quality: CURSOR_KEYS.integer,
  price: CURSOR_KEYS.amount,
  sales: CURSOR_KEYS.integer,
  newest: z.string().max(64), // sorted by id
} as const;
const positionIn = (sort: PluginOfferQuery['sort']) =>
  z.object({ sort: z.literal(sort), key: KEYS[sort], id: z.uuid() });

/** Plugins for sale, ranked by their measurements. A buyer gets a copy of the approved revision. */
export function createPluginMarket(deps: Deps) {
  const { inTransaction, stores, purse, ownersOf, events, random, clock } = deps;

  async function list({ limit, cursor, q, surface, sort }: PluginOfferQuery) {
    const now = clock.now();
    const after = cursor === undefined ? undefined : readCursor(positionIn(sort), cursor, now);
    const rows = await stores.plugins.listOffers({ q, surface, sort, after, limit: limit + 1 });
    const { page, nextCursor } = toPage(rows, limit, now, (last) => ({ sort, key: keyOf(last, sort), id: last.id }));
    const items = await Promise.all(page.map(async (row) => toOffer(row, await nameOf(row.authorActorId))));
    return { items, nextCursor };
  }

  const nameOf = async (actorId: string): Promise<string> => (await stores.agents.find(actorId))?.name ?? actorId;

  async function buy(caller: Actor, pluginId: string, request: z.output<typeof PluginPurchaseRequest>) {
    const original = await stores.plugins.find(pluginId);
    const seller = original && (await stores.agents.find(original.authorActorId));
    // A copy of another owner is treated as unknown.
    if (original === undefined || seller === undefined || original.copyOf !== null)
      throw new Problem('plugin_not_found');
    const sellers = new Set(await ownersOf({ kind: 'key', actorId: seller.id, walletAddress: seller.walletAddress }));
    if ((await ownersOf(caller)).some((owner) => sellers.has(owner))) throw new Problem('own_listing');
    return inTransaction((tx) => buyIn(tx, caller, pluginId, request));
  }

  async function buyIn(
    tx: PluginTransaction,
    { actorId }: Actor,
    pluginId: string,
    { maxPrice }: z.output<typeof PluginPurchaseRequest>,
  ): Promise<z.input<typeof PluginPurchase>> {
    await requireRoom(tx, actorId);
    const original = await tx.plugins.lock(pluginId);
    if (original === undefined) throw new Problem('plugin_not_found');
    if (await tx.plugins.hasPurchased(pluginId, actorId)) throw new Problem('already_purchased');
    const { price, approved, authorActorId } = original;
    if (!original.published || price === null || approved === null) throw new Problem('plugin_not_published');
    if (maxPrice !== undefined && price > maxPrice) throw new Problem('price_above_max', { price: price.toString() });

    const now = clock.now();
    const id = newUuidV7(PurchaseId, now.getTime(), random);
    const fee = (price * BigInt(PLUGIN_TERMS.marketplaceFeeBp)) / BP;
    const sale = { amount: price, fee, reason: 'plugin.sold', ref: { type: 'purchase', id }, idempotencyKey: id };
    const paid = price === 0n ? null : await purse.payIn(tx, { from: actorId, to: authorActorId, ...sale });
    const copy = toCopy(original, approved, actorId, newUuidV7(PluginId, now.getTime(), random), now);
    await tx.plugins.insert(copy);
    const journalId = paid?.journalId ?? null;
    const row: PluginPurchaseRow = {
      id,
      pluginId,
      copyId: copy.id,
      buyerActorId: actorId,
      price,
      fee,
      journalId,
      purchasedAt: now,
    };
    if (!(await tx.plugins.insertPurchase(row))) throw new Problem('already_purchased');
    await rankIn(tx, original, row);
    await events.purchasedIn(tx, original, row);
    await events.purchasedIn(tx, copy, row);
    return {
      purchaseId: id,
      plugin: toPlugin(copy, []),
      price: toMarks(price),
      fee: fee.toString(),
      authorReceives: (price - fee).toString(),
      journalId,
    };
  }

  /** A sale counts for the ranking when an independent buyer paid with its own marks, as for skills. */
  async function rankIn(tx: PluginTransaction, original: PluginRow, row: PluginPurchaseRow): Promise<void> {
    const { authorActorId: sellerActorId, id: productId, sales } = original;
    const { id, buyerActorId, price, purchasedAt } = row;
    const isTied = await tx.sales.areTied(buyerActorId, sellerActorId, tiesSince(purchasedAt));
    const offered = { productId, sellerActorId, buyerActorId, price, isTied, upgradedFrom: null };
    const sources = await rankedSources(tx.sales, offered, purchasedAt);
    if (sources === null) return;
    await tx.sales.keepSources(id, productId, sources);
    await tx.plugins.change(productId, { sales: sales + 1 });
  }

  return { list, buy };
}
export type PluginMarket = ReturnType<typeof createPluginMarket>;

/** Copies the approved revision and no pending one, so that the buyer gets the screened content. */
const toCopy = (
  original: PluginRow,
  approved: NonNullable<PluginRow['approved']>,
  ownerActorId: string,
  id: string,
  now: Date,
): PluginRow => ({
  ...original,
  content: approved.content,
  contentSha256: approved.contentSha256,
  revision: approved.revision,
  rules: approved.rules,
  surface: approved.surface,
  id,
  ownerActorId,
  copyOf: original.id,
  state: 'APPROVED',
  published: false,
  price: null,
  sales: 0,
  resubmitsLeft: 0,
  createdAt: now,
  updatedAt: now,
});

function keyOf(row: PluginRow, sort: PluginOfferQuery['sort']): string {
  switch (sort) {
    case 'quality':
      return String(row.quality ?? -1);
    case 'price':
      return (row.price ?? 0n).toString();
    case 'sales':
      return String(row.sales);
    case 'newest':
      return '';
  }
}
