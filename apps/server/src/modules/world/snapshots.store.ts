import { and, asc, desc, eq, lte, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { worldSnapshotPieces, worldSnapshots } from './world.tables.ts';

type SnapshotRow = typeof worldSnapshots.$inferSelect;
type Kept = { readonly keep: number; readonly ticksPerYear: number; readonly yearsKept: number };
/** PostgreSQL holds a whole value in memory while it is read or written. */
const PIECE_BYTES_MAX = 4 * 1024 * 1024;

export function worldSnapshotStore(db: Database) {
  return {
    /** Does nothing when this hour already has its snapshot, which would be identical. */
    async insert(row: Omit<SnapshotRow, 'pieces' | 'isKept'>, bytes: Buffer): Promise<void> {
      const pieces = Math.ceil(bytes.length / PIECE_BYTES_MAX);
      const added = await db
        .insert(worldSnapshots)
        .values({ ...row, pieces, isKept: true })
        .onConflictDoNothing()
        .returning({ tick: worldSnapshots.tick });
      if (added.length === 0) return;
      for (let ordinal = 0; ordinal < pieces; ordinal++) {
        const piece = bytes.subarray(ordinal * PIECE_BYTES_MAX, (ordinal + 1) * PIECE_BYTES_MAX);
        await db.insert(worldSnapshotPieces).values({ tick: row.tick, ordinal, bytes: piece });
      }
    },

    /** Snapshots with stored bytes, newest first, none after hour `tick`. */
    async listKept(tick: number): Promise<SnapshotRow[]> {
      return db
        .select()
        .from(worldSnapshots)
        .where(and(eq(worldSnapshots.isKept, true), lte(worldSnapshots.tick, tick)))
        .orderBy(desc(worldSnapshots.tick));
    },

    async find(tick: number): Promise<SnapshotRow | undefined> {
      return (await db.select().from(worldSnapshots).where(eq(worldSnapshots.tick, tick)))[0];
    },

    async readBytes(tick: number): Promise<Buffer> {
      const rows = await db
        .select({ bytes: worldSnapshotPieces.bytes })
        .from(worldSnapshotPieces)
        .where(eq(worldSnapshotPieces.tick, tick))
        .orderBy(asc(worldSnapshotPieces.ordinal));
      return Buffer.concat(rows.map(({ bytes }) => bytes));
    },

    /** Deletes the bytes of all but the newest snapshots and one of each recent year. The hashes stay. */
    async prune({ keep, ticksPerYear, yearsKept }: Kept): Promise<void> {
      const kept = await this.listKept(Number.MAX_SAFE_INTEGER);
      const years = new Map(kept.map(({ tick }) => [Math.floor(tick / ticksPerYear), tick]));
      // The oldest of each year, because the list is in descending order.
      const yearly = new Set([...years.values()].slice(0, yearsKept));
      const old = kept.slice(keep).flatMap(({ tick }) => (yearly.has(tick) ? [] : [tick]));
      if (old.length === 0) return;
      await db.delete(worldSnapshotPieces).where(sql`${worldSnapshotPieces.tick} = ANY(${sql.param(old)}::bigint[])`);
      await db
        .update(worldSnapshots)
        .set({ isKept: false })
        .where(sql`${worldSnapshots.tick} = ANY(${sql.param(old)}::bigint[])`);
    },
  };
}
export type WorldSnapshotStore = ReturnType<typeof worldSnapshotStore>;
