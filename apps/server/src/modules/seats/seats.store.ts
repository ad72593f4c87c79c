import { and, asc, desc, eq, inArray, lt, lte, or, sql } from '../../platform/db/drizzle.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import { seats } from './seats.tables.ts';

export type SeatRow = typeof seats.$inferSelect;
type Commit = { readonly id: string; readonly commitment: string };
type Reveal = Pick<SeatRow, 'id'> & {
  [Field in 'verdict' | 'severity' | 'findings' | 'salt']-?: NonNullable<SeatRow[Field]>;
};
type Window = { readonly revealFrom: Date; readonly revealBy: Date };

const OPEN: SeatRow['state'][] = ['ASSIGNED', 'COMMITTED'];

const commitSeats = statement(
  'seats_commit',
  `UPDATE seats SET state = 'COMMITTED', commitment = made.commitment, committed_at = $2
   FROM jsonb_to_recordset($1::jsonb) AS made (id uuid, commitment text)
   WHERE seats.id = made.id AND seats.state = 'ASSIGNED'`,
);
const revealSeats = statement(
  'seats_reveal',
  `UPDATE seats SET state = 'REVEALED', verdict = shown.verdict, severity = shown.severity, findings = shown.findings,
     salt = shown.salt, revealed_at = $2
   FROM jsonb_to_recordset($1::jsonb) AS shown (id uuid, verdict text, severity text, findings jsonb, salt text)
   WHERE seats.id = shown.id AND seats.state = 'COMMITTED'`,
);
const openReveal = statement(
  'seats_open_reveal',
  'UPDATE seats SET reveal_from = $2, reveal_by = $3 WHERE id = ANY($1::uuid[])',
);

export function seatStore(db: Database) {
  const isOwn = (id: string, validatorId: string) => and(eq(seats.id, id), eq(seats.validatorId, validatorId));

  return {
    async insertAll(rows: readonly SeatRow[]): Promise<void> {
      if (rows.length > 0) await db.insert(seats).values([...rows]);
    },
    /** Undefined for a seat of another validator. */
    async find(id: string, validatorId: string): Promise<SeatRow | undefined> {
      const [row] = await db.select().from(seats).where(isOwn(id, validatorId));
      return row;
    },
    /** The same, locked until the end of the transaction. */
    async lock(id: string, validatorId: string): Promise<SeatRow | undefined> {
      const [row] = await db.select().from(seats).where(isOwn(id, validatorId)).for('update');
      return row;
    },
    /** Newest first. */
    async listOwn(query: {
      validatorId: string;
      state: SeatRow['state'];
      before: string | undefined;
      limit: number;
    }): Promise<SeatRow[]> {
      const { validatorId, state, before, limit } = query;
      const isNext = before === undefined ? undefined : lt(seats.id, before);
      return db
        .select()
        .from(seats)
        .where(and(eq(seats.validatorId, validatorId), eq(seats.state, state), isNext))
        .orderBy(desc(seats.id))
        .limit(limit);
    },
    /** Whether this validator has open seats, apart from those of a calibration. */
    async hasOpen(validatorId: string): Promise<boolean> {
      const isOpen = and(eq(seats.validatorId, validatorId), inArray(seats.state, OPEN));
      return (await db.$count(seats, and(isOpen, inArray(seats.origin, ['REVIEW', 'CANARY'])))) > 0;
    },

    async commit(commits: readonly Commit[], committedAt: Date): Promise<void> {
      await commitSeats(db, [JSON.stringify(commits), committedAt]);
    },
    async reveal(reveals: readonly Reveal[], revealedAt: Date): Promise<void> {
      await revealSeats(db, [JSON.stringify(reveals), revealedAt]);
    },
    /** The validator has fetched the bundle, so from now on it has the whole window. */
    async noteDownload(id: string): Promise<void> {
      await db
        .update(seats)
        .set({ downloadBy: null })
        .where(and(eq(seats.id, id), eq(seats.state, 'ASSIGNED')));
    },
    async openReveal(ids: readonly string[], window: Window): Promise<void> {
      if (ids.length > 0) await openReveal(db, [[...ids], window.revealFrom, window.revealBy]);
    },
    async close(ids: readonly string[], state: 'MISSED' | 'REPLACED'): Promise<void> {
      if (ids.length > 0)
        await db
          .update(seats)
          .set({ state })
          .where(inArray(seats.id, [...ids]));
    },

    /** All seats of a canary, locked until the end of the transaction. */
    async lockOfRound(roundId: string): Promise<SeatRow[]> {
      return db.select().from(seats).where(eq(seats.roundId, roundId)).orderBy(asc(seats.id)).for('update');
    },
    /** The seats of a calibration attempt. */
    async listOfAttempt({ validatorId, track, attempt }: Attempt): Promise<SeatRow[]> {
      return db
        .select()
        .from(seats)
        .where(and(eq(seats.validatorId, validatorId), eq(seats.track, track), eq(seats.attempt, attempt)));
    },
    /** Ends the overdue seats of calibrations and returns their attempts. */
    async missOverdue(now: Date): Promise<Attempt[]> {
      const isOverdue = or(
        and(eq(seats.state, 'ASSIGNED'), lte(seats.commitBy, now)),
        and(eq(seats.state, 'COMMITTED'), lte(seats.revealBy, now)),
      );
      const { validatorId, track, attempt } = seats;
      const missed = await db
        .update(seats)
        .set({ state: 'MISSED' })
        .where(and(eq(seats.origin, 'CALIBRATION'), isOverdue))
        .returning({ validatorId, track, attempt });
      return missed.flatMap((of) => toAttempt(of) ?? []);
    },
    /** Ends the open calibration of a validator that leaves. */
    async missCalibration(validatorId: string): Promise<void> {
      const isOpen = and(eq(seats.validatorId, validatorId), inArray(seats.state, OPEN));
      await db
        .update(seats)
        .set({ state: 'MISSED' })
        .where(and(eq(seats.origin, 'CALIBRATION'), isOpen));
    },
    /** Calibration cases that this many remote validators have seen, so their answers may be known. */
    async listShownCases(timesMin: number): Promise<Set<string>> {
      const rows = await db
        .select({ id: seats.caseId })
        .from(seats)
        .where(and(eq(seats.origin, 'CALIBRATION'), eq(seats.mode, 'REMOTE')))
        .groupBy(seats.caseId)
        .having(sql`count(*) >= ${timesMin}`);
      return new Set(rows.flatMap(({ id }) => id ?? []));
    },
    /** All remote validators that ever received this case. */
    async listAsked(caseId: string): Promise<Set<string>> {
      const rows = await db
        .selectDistinct({ id: seats.validatorId })
        .from(seats)
        .where(and(eq(seats.caseId, caseId), eq(seats.mode, 'REMOTE')));
      return new Set(rows.map(({ id }) => id));
    },
    /** The lowest-numbered seat of each of the newest review panels. */
    async listNewestPanels(limit: number): Promise<Pick<SeatRow, 'id' | 'roundId' | 'phase'>[]> {
      return db
        .selectDistinctOn([seats.panelId], { id: seats.id, roundId: seats.roundId, phase: seats.phase })
        .from(seats)
        .where(and(eq(seats.origin, 'REVIEW'), eq(seats.isSubstitute, false)))
        .orderBy(desc(seats.panelId), asc(seats.position))
        .limit(limit);
    },
  };
}
export type SeatStore = ReturnType<typeof seatStore>;

/** One attempt at a calibration: the validator, the track and the attempt number. */
export type Attempt = {
  readonly validatorId: string;
  readonly track: NonNullable<SeatRow['track']>;
  readonly attempt: number;
};

/** Undefined for a seat that does not belong to a calibration. */
export const toAttempt = ({ validatorId, track, attempt }: Pick<SeatRow, 'validatorId' | 'track' | 'attempt'>) =>
  track === null || attempt === null ? undefined : { validatorId, track, attempt };
