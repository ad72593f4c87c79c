import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, sql } from '../../platform/db/drizzle.ts';
import {
  type Database,
  prepared,
  preparedInsert,
  preparedInsertOnce,
  preparedUpdate,
  statement,
} from '../../platform/db/index.ts';
import { certificates } from '../certificates/certificates.tables.ts';
import { submissions } from '../submissions/submissions.tables.ts';
import { type Beacon, roundReports, rounds } from './council.tables.ts';

export type RoundRow = typeof rounds.$inferSelect;
export type ReportRow = typeof roundReports.$inferSelect;
/** The state of a submission's review: its newest round, the engine's report and the certificate. */
type Standing = {
  readonly submissionId: string;
  readonly round: RoundRow | null;
  readonly report: ReportRow | null;
  readonly certificateId: string | null;
};
type WithoutBeacon = Pick<RoundRow, 'id' | 'submissionId' | 'sealedAt'>;
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

const listWithoutBeacon = prepared('round_list_without_beacon', (db) =>
  db
    .select({ id: rounds.id, submissionId: rounds.submissionId, sealedAt: rounds.sealedAt })
    .from(rounds)
    .where(sql`${rounds.beacon} IS NULL AND ${rounds.state} = 'OPEN'`)
    .orderBy(asc(rounds.sealedAt))
    .limit(sql.placeholder('limit')),
);
const setBeacons = statement<{ submission_id: string }>(
  'round_set_beacons',
  `WITH brought AS MATERIALIZED (SELECT * FROM jsonb_to_recordset($1::jsonb) AS one (id uuid, beacon jsonb)),
   free AS MATERIALIZED (
     SELECT id FROM rounds WHERE id IN (SELECT id FROM brought) AND beacon IS NULL FOR NO KEY UPDATE SKIP LOCKED)
   UPDATE rounds SET beacon = brought.beacon, due_at = coalesce(rounds.due_at, $2)
   FROM brought JOIN free USING (id) WHERE rounds.id = brought.id
   RETURNING rounds.submission_id`,
);

const insertRound = preparedInsert('round_insert', rounds);
const changeRound = preparedUpdate('round_change', rounds, rounds.id);
const insertReport = preparedInsertOnce('round_insert_report', roundReports);

export function roundStore(db: Database) {
  return {
    async insert(row: RoundRow): Promise<void> {
      await insertRound(db, row);
    },
    async change(id: string, change: RoundChange): Promise<void> {
      await changeRound(db, id, change);
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

    /** The engine's report from the last round with a verdict. */
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
    /** The last round that decided SAFE about the bytes of a certificate. */
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
     * Extends this process's lease on its rounds. Skips a round that another transaction has locked until the next renewal:
     * two processes that each hold one round and wait for the other's would deadlock.
     */
    async keepAhead(ids: readonly string[], dueAt: Date): Promise<void> {
      const free = db
        .select({ id: rounds.id })
        .from(rounds)
        .where(and(inArray(rounds.id, [...ids]), eq(rounds.state, 'OPEN')))
        .for('update', { skipLocked: true });
      await db.update(rounds).set({ dueAt }).where(inArray(rounds.id, free));
    },
    /** False if another run was first: its report stays. */
    async insertReport(row: ReportRow): Promise<boolean> {
      return insertReport(db, row);
    },
    async findReport(roundId: string): Promise<ReportRow | undefined> {
      const [row] = await findRoundReport(db, { roundId });
      return row;
    },

    async listWithoutBeacon(limit: number): Promise<WithoutBeacon[]> {
      return listWithoutBeacon(db, { limit });
    },
    /**
     * Sets the next due time, as decided from this row. A row that received its beacon meanwhile keeps its time: the process
     * that stored the beacon may have died before it queued the round, and then only the due time recovers it.
     */
    async setDue({ id, beacon }: Pick<RoundRow, 'id' | 'beacon'>, dueAt: Date | null): Promise<void> {
      const asSeen = beacon === null ? isNull(rounds.beacon) : isNotNull(rounds.beacon);
      await db
        .update(rounds)
        .set({ dueAt })
        .where(and(eq(rounds.id, id), asSeen));
    },
    /**
     * Sets each beacon once; an existing beacon stays. A round that waited for its beacon is due from now on. Returns the submissions of
     * these rounds. Skips locked rounds until the next time: a transaction that holds several rounds must not wait for another.
     */
    async setBeacons(brought: readonly { id: string; beacon: Beacon }[], now: Date): Promise<string[]> {
      const rows = await setBeacons(db, [JSON.stringify(brought), now]);
      return rows.map(({ submission_id }) => submission_id);
    },

    /**
     * Submissions with an overdue round, and submissions or disputes from before `takenBy` that no worker has taken.
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
    /** The decisions of the finished rounds among these. */
    async decisionsOf(ids: readonly string[]): Promise<ReadonlyMap<string, 'SAFE' | 'UNSAFE'>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .select({ id: rounds.id, decision: rounds.decision })
        .from(rounds)
        .where(and(inArray(rounds.id, [...ids]), isNotNull(rounds.completedAt)));
      return new Map(rows.flatMap(({ id, decision }) => (decision === null ? [] : [[id, decision] as const])));
    },
    /** Number of submissions before each of these in the queue. */
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
