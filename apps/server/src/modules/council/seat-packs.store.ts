import { and, eq, isNull, sql } from '../../platform/db/drizzle.ts';
import { type Database, prepared } from '../../platform/db/index.ts';
import { seatPacks } from './council.tables.ts';

export type SeatPacksRow = typeof seatPacks.$inferSelect;

const listPacks = prepared('seat_packs_list', (db) =>
  db
    .select()
    .from(seatPacks)
    .where(eq(seatPacks.roundId, sql.placeholder('roundId')))
    .orderBy(seatPacks.seatId),
);

/** The rule packs that hosted seats had equipped when they were drawn, and their results. */
export function seatPackStore(db: Database) {
  return {
    async insertAll(rows: readonly SeatPacksRow[]): Promise<void> {
      if (rows.length > 0) await db.insert(seatPacks).values([...rows]);
    },
    async listOfRound(roundId: string): Promise<SeatPacksRow[]> {
      return listPacks(db, { roundId });
    },
    /** Stores the first result; later calls change nothing. */
    async recordRuns(seatId: string, runs: NonNullable<SeatPacksRow['runs']>, ranAt: Date): Promise<void> {
      await db
        .update(seatPacks)
        .set({ runs, ranAt })
        .where(and(eq(seatPacks.seatId, seatId), isNull(seatPacks.runs)));
    },
  };
}
export type SeatPackStore = ReturnType<typeof seatPackStore>;
