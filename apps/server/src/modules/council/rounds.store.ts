import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, sql } from '../../platform/db/drizzle.ts';
import { type Database, prepared } from '../../platform/db/index.ts';
import { certificates } from '../certificates/certificates.tables.ts';
import { submissions } from '../submissions/submissions.tables.ts';
import { type Beacon, roundReports, rounds } from './council.tables.ts';

export type RoundRow = typeof rounds.$inferSelect;
export type ReportRow = typeof roundReports.$inferSelect;
/** Where the review of a submission stands: its newest round, what the engine said in it, and what came of it all. */
type Standing = {
  readonly submissionId: string;
  readonly round: RoundRow | null;
  readonly report: ReportRow | null;
  readonly certificateId: string | null;
};
type RoundChange = Partial<Omit<RoundRow, 'id' | 'submissionId' | 'type' | 'sealedAt' | 'startedAt'>>;

const findRound = prepared('round_find', (db) =>
  db
    .select()
    .from(rounds)
    .where(eq(rounds.id, sql.placeholder('id'))),
);
const findLatestRound = prepared('round_find_latest', (db) =>
  db
    .select({ round: rounds, hasReport: sql<boolean>`${roundReports.roundId} IS NOT NULL` })
    .from(rounds)
    .leftJoin(roundReports, eq(roundReports.roundId, rounds.id))
    .where(eq(rounds.submissionId, sql.placeholder('submissionId')))
    .orderBy(desc(rounds.startedAt), desc(rounds.id))
    .limit(1),
);
const findRoundReport = prepared('round_find_report', (db) =>
  db
    .select()
    .from(roundReports)
    .where(eq(roundReports.roundId, sql.placeholder('roundId'))),
);

export function roundStore(db: Database) {
  return {
    async insert(row: RoundRow): Promise<void> {
      await db.insert(rounds).values(row);
    },
    async change(id: string, change: RoundChange): Promise<void> {
      await db.update(rounds).set(change).where(eq(rounds.id, id));
    },
    async find(id: string): Promise<RoundRow | undefined> {
      const [row] = await findRound(db, { id });
      return row;
    },
    /** The newest round of a submission, and whether the engine has reported on it. */
    async findLatest(submissionId: string): Promise<{ round: RoundRow; hasReport: boolean } | undefined> {
      const [row] = await findLatestRound(db, { submissionId });
      return row;
    },

    async listStandings(submissionIds: readonly string[]): Promise<Standing[]> {
      if (submissionIds.length === 0) return [];
      return db
        .selectDistinctOn([submissions.id], {
          submissionId: submissions.id,
          round: rounds,
          report: roundReports,
          certificateId: certificates.id,
        })
        .from(submissions)
        .leftJoin(rounds, eq(rounds.submissionId, submissions.id))
        .leftJoin(roundReports, eq(roundReports.roundId, rounds.id))
        .leftJoin(certificates, eq(certificates.submissionId, submissions.id))
        .where(inArray(submissions.id, [...submissionIds]))
        .orderBy(asc(submissions.id), desc(rounds.startedAt), desc(rounds.id));
    },

    /** What the engine said in the last round that came to a verdict. */
    async findDecidedReport(submissionId: string): Promise<ReportRow | undefined> {
      const [row] = await db
        .select({ report: roundReports })
        .from(rounds)
        .innerJoin(roundReports, eq(roundReports.roundId, rounds.id))
        .where(and(eq(rounds.submissionId, submissionId), isNotNull(rounds.decision)))
        .orderBy(desc(rounds.completedAt))
        .limit(1);
      return row?.report;
    },
    /** The last round that said SAFE about the bytes of a certificate. */
    async findVouching(certificateId: string): Promise<RoundRow | undefined> {
      const [row] = await db
        .select({ round: rounds })
        .from(rounds)
        .innerJoin(certificates, eq(certificates.submissionId, rounds.submissionId))
        .where(and(eq(certificates.id, certificateId), eq(rounds.decision, 'SAFE')))
        .orderBy(desc(rounds.completedAt))
        .limit(1);
      return row?.round;
    },

    /**
     * Keeps others from starting over what this process is at. A round that somebody writes to just now is passed over until the next
     * time: two who hold one and wait for the other's would wait for ever.
     */
    async keepAhead(ids: readonly string[], dueAt: Date): Promise<void> {
      const free = db
        .select({ id: rounds.id })
        .from(rounds)
        .where(and(inArray(rounds.id, [...ids]), eq(rounds.state, 'OPEN')))
        .for('update', { skipLocked: true });
      await db.update(rounds).set({ dueAt }).where(inArray(rounds.id, free));
    },
    /** False when another run was first: its report stands. */
    async insertReport(row: ReportRow): Promise<boolean> {
      const rows = await db
        .insert(roundReports)
        .values(row)
        .onConflictDoNothing()
        .returning({ id: roundReports.roundId });
      return rows.length === 1;
    },
    async findReport(roundId: string): Promise<ReportRow | undefined> {
      const [row] = await findRoundReport(db, { roundId });
      return row;
    },

    async listWithoutBeacon(limit: number): Promise<RoundRow[]> {
      return db
        .select()
        .from(rounds)
        .where(and(isNull(rounds.beacon), eq(rounds.state, 'OPEN')))
        .orderBy(asc(rounds.sealedAt))
        .limit(limit);
    },
    /**
     * When to look again, as decided by whoever saw this row. One that got its beacon meanwhile keeps its time: who
     * brought the beacon may have died before it queued the round, and then that time is all that brings it back.
     */
    async setDue({ id, beacon }: Pick<RoundRow, 'id' | 'beacon'>, dueAt: Date | null): Promise<void> {
      const asSeen = beacon === null ? isNull(rounds.beacon) : isNotNull(rounds.beacon);
      await db
        .update(rounds)
        .set({ dueAt })
        .where(and(eq(rounds.id, id), asSeen));
    },
    /** Once: a beacon that is there stays. A round that rested for want of it is due from now on. */
    async setBeacon(id: string, beacon: Beacon, now: Date): Promise<void> {
      await db
        .update(rounds)
        .set({ beacon, dueAt: sql`coalesce(${rounds.dueAt}, ${now})` })
        .where(and(eq(rounds.id, id), isNull(rounds.beacon)));
    },

    /**
     * Submissions whose round should have moved by now, and those that nobody has taken although they came, or were
     * disputed, before `takenBy`.
     */
    async listDue(now: Date, takenBy: Date, limit: number): Promise<string[]> {
      const due = await db
        .select({ id: rounds.submissionId })
        .from(rounds)
        .where(lte(rounds.dueAt, now))
        .orderBy(asc(rounds.dueAt))
        .limit(limit);
      const waiting = await db
        .select({ id: submissions.id })
        .from(submissions)
        .where(and(eq(submissions.state, 'SUBMITTED'), lte(submissions.createdAt, takenBy)))
        .orderBy(asc(submissions.createdAt))
        .limit(limit);
      const disputed = await db
        .select({ id: submissions.id })
        .from(submissions)
        .innerJoin(rounds, and(eq(rounds.submissionId, submissions.id), eq(rounds.state, 'SETTLED')))
        .where(and(eq(submissions.state, 'IN_REVIEW'), lte(submissions.updatedAt, takenBy)))
        .limit(limit);
      return [...new Set([...due, ...waiting, ...disputed].map(({ id }) => id))];
    },
    /** How many submissions will be taken before each of these. */
    async countAhead(submissionIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
      if (submissionIds.length === 0) return new Map();
      const { rows } = await db.execute<{ id: string; ahead: number }>(sql`
        SELECT s.id, (SELECT count(*)::int FROM ${submissions} o
          WHERE o.state = 'SUBMITTED' AND o.created_at < s.created_at) AS ahead
        FROM ${submissions} s WHERE ${inArray(sql`s.id`, [...submissionIds])}`);
      return new Map(rows.map(({ id, ahead }) => [id, ahead]));
    },
  };
}
export type RoundStore = ReturnType<typeof roundStore>;
