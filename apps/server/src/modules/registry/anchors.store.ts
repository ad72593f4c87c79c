import { and, asc, eq, inArray, isNull, sql } from '../../platform/db/drizzle.ts';
import { type Database, preparedInsert } from '../../platform/db/index.ts';
import type { Hex } from './chain.port.ts';
import { certificateAnchors, chainOutbox } from './registry.tables.ts';

export type AnchorRow = typeof certificateAnchors.$inferSelect;

const insertAnchor = preparedInsert('anchor_insert', certificateAnchors);

export function anchorStore(db: Database) {
  return {
    async insert(row: Omit<AnchorRow, 'outboxId' | 'proof'>): Promise<void> {
      await insertAnchor(db, row);
    },

    /** Oldest first, locked, so that each is planned once. */
    async lockWaiting(limit: number): Promise<AnchorRow[]> {
      return db
        .select()
        .from(certificateAnchors)
        .where(isNull(certificateAnchors.outboxId))
        .orderBy(asc(certificateAnchors.queuedAt), asc(certificateAnchors.certificateId))
        .limit(limit)
        .for('update');
    },

    async assign(certificateId: string, outboxId: string, proof: Hex[] | null): Promise<void> {
      await db
        .update(certificateAnchors)
        .set({ outboxId, proof })
        .where(and(eq(certificateAnchors.certificateId, certificateId), isNull(certificateAnchors.outboxId)));
    },

    /** The Merkle proof from a certificate to its batch root. Null when it is anchored singly or not planned yet. */
    async proofOf(certificateId: string): Promise<Hex[] | null> {
      const [row] = await db
        .select({ proof: certificateAnchors.proof })
        .from(certificateAnchors)
        .where(eq(certificateAnchors.certificateId, certificateId));
      return row?.proof ?? null;
    },

    /** The number of certificates in this registry. */
    async countCommitted(network: string): Promise<number> {
      const [row] = await db
        .select({ count: sql<number>`count(*)::int` })
        .from(certificateAnchors)
        .innerJoin(chainOutbox, eq(chainOutbox.id, certificateAnchors.outboxId))
        .where(and(eq(chainOutbox.network, network), inArray(chainOutbox.state, ['MINED', 'FINAL'])));
      return row?.count ?? 0;
    },

    async certificatesOf(outboxIds: readonly string[]): Promise<string[]> {
      const rows = await db
        .select({ id: certificateAnchors.certificateId })
        .from(certificateAnchors)
        .where(inArray(certificateAnchors.outboxId, [...outboxIds]));
      return rows.map(({ id }) => id);
    },
  };
}
export type AnchorStore = ReturnType<typeof anchorStore>;
