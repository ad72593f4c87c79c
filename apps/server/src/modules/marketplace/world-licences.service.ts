import { SKILL_SLOTS, view } from '@assay/economy/world';
import { CertificateId, isValid, Problem } from '@assay/protocol';
import { type AgentWorld, queueWorldInputIn, tiesIn } from '../world/index.ts';
import type { ListingRow } from './listings.store.ts';
import type { MarketTransaction } from './marketplace.transaction.ts';
import type { Licence } from './purchases.store.ts';

type Deps = { readonly world: Pick<AgentWorld, 'row' | 'now'>; readonly clock: { now(): Date } };
type Tx = Pick<MarketTransaction, 'worldInputs' | 'certificates' | 'listings' | 'purchases'>;
type Offered = Pick<ListingRow, 'certificateId' | 'name' | 'securityLevel' | 'price' | 'state'>;

const BATCH = 256;

/** Connects the marketplace with the world: licences are items there, and businesses use the licences of their owner. */
export function createWorldLicences({ world, clock }: Deps) {
  /** The business, if it is the actor's own and has a free slot for the skill; null if it has none. */
  function placeFor(actorId: string, businessId: string, certificateId: string): string | null {
    const business = world.row() === undefined ? undefined : view.business(world.now(), businessId);
    if (business?.ownerId !== actorId || business.status !== 'ACTIVE') throw new Problem('business_not_found');
    const { equippedSkills: equipped } = business;
    const hasRoom = equipped.length < SKILL_SLOTS && equipped.every((skill) => skill.certificateId !== certificateId);
    return hasRoom ? businessId : null;
  }

  /** The next tick adds the licence to the buyer's items. */
  async function grantIn(tx: Tx, { id, buyerActorId, certificateId, name, equippedBy }: Licence): Promise<void> {
    const input = {
      kind: 'licence.grant',
      actorId: buyerActorId,
      licence: 'SKILL_LICENCE',
      ref: certificateId,
      name,
      ...(equippedBy === null ? {} : { businessId: equippedBy }),
    } as const;
    await queueWorldInputIn(tx, { input, key: `licence/${id}`, at: clock.now() });
  }

  /** The next tick removes the licence, also from the business that uses it. */
  async function revokeIn(
    tx: Tx,
    { id, buyerActorId, certificateId }: Pick<Licence, 'id' | 'buyerActorId' | 'certificateId'>,
  ): Promise<void> {
    const input = { kind: 'licence.revoke', actorId: buyerActorId, ref: certificateId } as const;
    await queueWorldInputIn(tx, { input, key: `licence-revoked/${id}`, at: clock.now() });
  }

  /** A skill with a price is only for licence holders. A free or withdrawn skill is for every actor. */
  async function priceIn(tx: Tx, { certificateId, name, securityLevel, price, state }: Offered): Promise<void> {
    const [current] = await tx.certificates.findCurrent([CertificateId.parse(certificateId)]);
    if (current === undefined) return;
    const isFree = price === 0n || state === 'DELISTED';
    const about = { name, securityLevel, isValid: isValid(current.state.status, current.openFlags), isFree };
    await queueWorldInputIn(tx, { input: { kind: 'certificate.set', certificateId, ...about }, at: clock.now() });
  }

  /** A new world receives all prices and licences. */
  async function introduce(tx: Tx): Promise<void> {
    for await (const listing of allOf(tx.listings.listPriced)) await priceIn(tx, listing);
    for await (const licence of allOf(tx.purchases.listLicences)) await grantIn(tx, { ...licence, equippedBy: null });
  }

  /** Whether the world ties these two actors, by a household, an employer, a business or a landlord. */
  function areTied(one: string, other: string): boolean {
    const ties = new Set(tiesIn(world, one));
    return tiesIn(world, other).some((tie) => ties.has(tie));
  }

  return { placeFor, grantIn, revokeIn, priceIn, introduce, areTied };
}
export type WorldLicences = ReturnType<typeof createWorldLicences>;

/** All rows, page by page, in id order. */
async function* allOf<Row extends { readonly id: string }>(
  list: (after: string | undefined, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let after: string | undefined; ; ) {
    const rows = await list(after, BATCH);
    yield* rows;
    after = rows.at(-1)?.id;
    if (rows.length < BATCH) return;
  }
}
