import type { PluginOfferQuery, PluginState, ProductType } from '@assay/protocol';
import type { SQL } from 'drizzle-orm';
import { and, asc, desc, eq, inArray, isNull, ne, or, sql } from '../../platform/db/drizzle.ts';
import { COMPARED_ROWS, containsWord, type Database, resemblesWord } from '../../platform/db/index.ts';
import { pluginPurchases, pluginSlots, plugins } from './plugins.tables.ts';

export type PluginRow = Omit<typeof plugins.$inferSelect, 'searchText'>;
export type PluginPurchaseRow = typeof pluginPurchases.$inferSelect;
type MeasuredColumns = Pick<PluginRow, 'quality' | 'measurement' | 'measuredWith'>;
type SlotRow = typeof pluginSlots.$inferSelect;
type Own = { readonly id: string; readonly actorId: string };
type OwnList = {
  readonly actorId: string;
  readonly state: PluginState | undefined;
  readonly surface: ProductType | undefined;
  readonly after: { readonly createdAt: Date; readonly id: string } | undefined;
  readonly limit: number;
};
type OfferSearch = Pick<PluginOfferQuery, 'q' | 'surface' | 'sort'> & {
  readonly after: { readonly key: string; readonly id: string } | undefined;
  readonly limit: number;
};

const isThere = isNull(plugins.deletedAt);
const TEXT = sql`search_text`;

type Order = { readonly by: SQL; readonly after: (key: string, id: string) => SQL };
const QUALITY = sql`coalesce(${plugins.quality}, -1)`;
const ORDERS: Readonly<Record<PluginOfferQuery['sort'], Order>> = {
  quality: {
    by: sql`${QUALITY} DESC, ${plugins.id} DESC`,
    after: (key, id) => sql`(${QUALITY}, ${plugins.id}) < (${key}::int, ${id}::uuid)`,
  },
  price: {
    by: sql`${plugins.price}, ${plugins.id}`,
    after: (key, id) => sql`(${plugins.price}, ${plugins.id}) > (${key}::numeric, ${id}::uuid)`,
  },
  sales: {
    by: sql`${plugins.sales} DESC, ${plugins.id} DESC`,
    after: (key, id) => sql`(${plugins.sales}, ${plugins.id}) < (${key}::int, ${id}::uuid)`,
  },
  newest: { by: sql`${plugins.id} DESC`, after: (_, id) => sql`${plugins.id} < ${id}::uuid` },
};

/** All queries filter by owner, unless stated otherwise. */
export function pluginStore(db: Database) {
  const isOwn = ({ id, actorId }: Own) => and(eq(plugins.id, id), eq(plugins.ownerActorId, actorId), isThere);

  return {
    /** Serialises the requests of one actor, so that neither exceeds a limit or fills the same slot. */
    async lockActor(actorId: string): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`plugins of ${actorId}`}, 0))`);
    },
    count: (actorId: string): Promise<number> => db.$count(plugins, and(eq(plugins.ownerActorId, actorId), isThere)),
    async insert(row: PluginRow): Promise<void> {
      await db.insert(plugins).values(row);
    },
    async findOwn(own: Own): Promise<PluginRow | undefined> {
      const [row] = await db.select().from(plugins).where(isOwn(own));
      return row;
    },
    async lockOwn(own: Own): Promise<PluginRow | undefined> {
      const [row] = await db.select().from(plugins).where(isOwn(own)).for('update');
      return row;
    },
    /** Of any owner. */
    async lock(id: string): Promise<PluginRow | undefined> {
      const [row] = await db
        .select()
        .from(plugins)
        .where(and(eq(plugins.id, id), isThere))
        .for('update');
      return row;
    },
    async find(id: string): Promise<PluginRow | undefined> {
      const [row] = await db
        .select()
        .from(plugins)
        .where(and(eq(plugins.id, id), isThere));
      return row;
    },
    async change(id: string, change: Partial<PluginRow>): Promise<void> {
      await db.update(plugins).set(change).where(eq(plugins.id, id));
    },
    /** Also updates every copy with the same bytes. */
    async changeMeasured(id: string, contentSha256: string, measured: MeasuredColumns): Promise<void> {
      const isSame = sql`${plugins.approved}->>'contentSha256' = ${contentSha256}`;
      await db
        .update(plugins)
        .set(measured)
        .where(and(or(eq(plugins.id, id), eq(plugins.copyOf, id)), isSame));
    },
    async listOwn({ actorId, state, surface, after, limit }: OwnList): Promise<PluginRow[]> {
      const { createdAt, id } = plugins;
      return db
        .select()
        .from(plugins)
        .where(
          and(
            eq(plugins.ownerActorId, actorId),
            isThere,
            state && eq(plugins.state, state),
            surface && eq(plugins.surface, surface),
            after && sql`(${createdAt}, ${id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
          ),
        )
        .orderBy(desc(createdAt), desc(id))
        .limit(limit);
    },
    /** Offers that contain the words or, without a match, similar words among the first offers. */
    async listOffers({ q, surface, sort, after, limit }: OfferSearch): Promise<PluginRow[]> {
      const order = ORDERS[sort];
      const isOnPage = and(
        eq(plugins.published, true),
        surface && eq(plugins.surface, surface),
        after && order.after(after.key, after.id),
      );
      const offers = (which: SQL | undefined) => db.select().from(plugins).where(which).orderBy(order.by).limit(limit);
      if (q === undefined) return offers(isOnPage);
      const found = await offers(and(isOnPage, containsWord(TEXT, q)));
      if (found.length > 0 || after !== undefined) return found;
      const { id } = plugins;
      const compared = db.select({ id }).from(plugins).where(isOnPage).orderBy(order.by).limit(COMPARED_ROWS);
      return offers(and(inArray(id, compared), resemblesWord(TEXT, q)));
    },

    /** Plugins that wait for screening, oldest first. */
    async listToScreen(limit: number): Promise<string[]> {
      const rows = await db
        .select({ id: plugins.id })
        .from(plugins)
        .where(and(eq(plugins.state, 'PENDING_REVIEW'), isThere))
        .orderBy(asc(plugins.updatedAt))
        .limit(limit);
      return rows.map(({ id }) => id);
    },
    /** Approved originals that were measured with other cases or rules. */
    async listToMeasure(measuredWith: string, limit: number): Promise<PluginRow[]> {
      const isOther = or(isNull(plugins.measuredWith), ne(plugins.measuredWith, measuredWith));
      return db
        .select()
        .from(plugins)
        .where(and(eq(plugins.state, 'APPROVED'), isNull(plugins.copyOf), isThere, isOther))
        .orderBy(asc(plugins.id))
        .limit(limit);
    },
    /** Plugins of other authors that match some of the same atoms. */
    async listSharing(atoms: readonly string[], authorActorId: string, limit: number): Promise<PluginRow[]> {
      if (atoms.length === 0) return [];
      return db
        .select()
        .from(plugins)
        .where(
          and(
            sql`${plugins.atoms} && ${sql.param([...atoms])}::text[]`,
            ne(plugins.authorActorId, authorActorId),
            isNull(plugins.copyOf),
            inArray(plugins.state, ['APPROVED', 'SUSPENDED', 'PENDING_REVIEW']),
          ),
        )
        .orderBy(asc(plugins.createdAt))
        .limit(limit);
    },
    /** Also suspends every copy with the same bytes, because the defect is in all of them. */
    async suspend(id: string, contentSha256: string, updatedAt: Date): Promise<PluginRow[]> {
      return db
        .update(plugins)
        .set({ state: 'SUSPENDED', published: false, updatedAt })
        .where(
          and(
            or(eq(plugins.id, id), eq(plugins.copyOf, id)),
            sql`${plugins.approved}->>'contentSha256' = ${contentSha256}`,
            eq(plugins.state, 'APPROVED'),
          ),
        )
        .returning();
    },

    /** False when this buyer already has it. */
    async insertPurchase(row: PluginPurchaseRow): Promise<boolean> {
      const added = await db
        .insert(pluginPurchases)
        .values(row)
        .onConflictDoNothing()
        .returning({ id: pluginPurchases.id });
      return added.length === 1;
    },
    async hasPurchased(pluginId: string, buyerActorId: string): Promise<boolean> {
      const own = and(eq(pluginPurchases.pluginId, pluginId), eq(pluginPurchases.buyerActorId, buyerActorId));
      return (await db.$count(pluginPurchases, own)) > 0;
    },

    async listSlots(actorId: string): Promise<{ readonly slot: SlotRow; readonly plugin: PluginRow }[]> {
      return db
        .select({ slot: pluginSlots, plugin: plugins })
        .from(pluginSlots)
        .innerJoin(plugins, and(eq(plugins.id, pluginSlots.pluginId), isThere))
        .where(eq(pluginSlots.actorId, actorId))
        .orderBy(asc(pluginSlots.slotIndex));
    },
    /** The plugins that these actors have equipped and may run: approved once, and not suspended. */
    async listEquipped(
      actorIds: readonly string[],
    ): Promise<{ readonly actorId: string; readonly plugin: PluginRow }[]> {
      if (actorIds.length === 0) return [];
      return db
        .select({ actorId: pluginSlots.actorId, plugin: plugins })
        .from(pluginSlots)
        .innerJoin(
          plugins,
          and(eq(plugins.id, pluginSlots.pluginId), eq(plugins.ownerActorId, pluginSlots.actorId), isThere),
        )
        .where(
          and(
            inArray(pluginSlots.actorId, [...actorIds]),
            sql`${plugins.approved} IS NOT NULL`,
            inArray(plugins.state, ['APPROVED', 'PENDING_REVIEW']),
          ),
        )
        .orderBy(asc(pluginSlots.actorId), asc(pluginSlots.slotIndex));
    },
    async assign(row: SlotRow): Promise<void> {
      const { pluginId, assignedAt } = row;
      const target = [pluginSlots.actorId, pluginSlots.slotIndex];
      await db.insert(pluginSlots).values(row).onConflictDoUpdate({ target, set: { pluginId, assignedAt } });
    },
    async clearSlot(actorId: string, slotIndex: number): Promise<boolean> {
      const rows = await db
        .delete(pluginSlots)
        .where(and(eq(pluginSlots.actorId, actorId), eq(pluginSlots.slotIndex, slotIndex)))
        .returning({ id: pluginSlots.pluginId });
      return rows.length === 1;
    },
    async clearSlotsOf(pluginId: string): Promise<void> {
      await db.delete(pluginSlots).where(eq(pluginSlots.pluginId, pluginId));
    },
  };
}
export type PluginStore = ReturnType<typeof pluginStore>;
