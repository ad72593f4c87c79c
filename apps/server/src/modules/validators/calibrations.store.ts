import type { CanaryKind } from '@assay/economy/council';
import type { Track, VerdictValue } from '@assay/protocol';
import type { SQL } from 'drizzle-orm';
import { and, asc, desc, eq, gte, inArray, isNull } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Attempt } from '../seats/index.ts';
import type { CaseOrigin, CaseUse } from './case-use.ts';
import { calibrations, canaryCases, validators } from './validators.tables.ts';

export type CaseRow = typeof canaryCases.$inferSelect;
export type CalibrationRow = typeof calibrations.$inferSelect;
type WaitingAttempt = CalibrationRow & { readonly family: string };

const isAttempt = ({ validatorId, track, attempt }: Attempt) =>
  and(eq(calibrations.validatorId, validatorId), eq(calibrations.track, track), eq(calibrations.attempt, attempt));

/** Cases with a known verdict, and the attempts of validators at them. */
export function calibrationStore(db: Database) {
  /** The oldest attempt of each track. A track that lacks cases must not delay the others. */
  async function oldestOpen(condition: SQL | undefined): Promise<WaitingAttempt[]> {
    const rows = await db
      .selectDistinctOn([calibrations.track], { calibration: calibrations, family: validators.family })
      .from(calibrations)
      .innerJoin(validators, eq(validators.id, calibrations.validatorId))
      .where(condition)
      .orderBy(calibrations.track, asc(calibrations.openedAt));
    return rows
      .map(({ calibration, family }) => ({ ...calibration, family }))
      .sort((a, b) => a.openedAt.getTime() - b.openedAt.getTime());
  }

  return {
    /** Returns whether the case was new. Equal bytes are one case. */
    async addCase(row: CaseRow): Promise<boolean> {
      const added = await db.insert(canaryCases).values(row).onConflictDoNothing().returning();
      return added.length > 0;
    },
    countCases: (use: CaseUse): Promise<number> => db.$count(canaryCases, eq(canaryCases.use, use)),
    async getCase(id: string): Promise<CaseRow> {
      const [row] = await db.select().from(canaryCases).where(eq(canaryCases.id, id));
      if (row === undefined) throw new Error(`Case ${id} not found`);
      return row;
    },
    async getCaseOf(bundleId: string): Promise<CaseRow> {
      const [row] = await db.select().from(canaryCases).where(eq(canaryCases.bundleId, bundleId));
      if (row === undefined) throw new Error(`No case with the bundle ${bundleId}`);
      return row;
    },
    /** Whether an operator has imported canaries of this track. */
    async hasImported(track: Track): Promise<boolean> {
      const isImported = and(eq(canaryCases.origin, 'IMPORTED'), eq(canaryCases.use, 'canary'));
      return (await db.$count(canaryCases, and(isImported, eq(canaryCases.track, track)))) > 0;
    },
    /** The known verdict of each of these cases. */
    async expectedOf(ids: readonly string[]): Promise<Map<string, VerdictValue>> {
      const { id, expected } = canaryCases;
      const rows = await db
        .select({ id, expected })
        .from(canaryCases)
        .where(inArray(id, [...ids]));
      return new Map(rows.map((row) => [row.id, row.expected]));
    },
    async listCases(query: {
      use: CaseUse;
      track: Track;
      origin?: CaseOrigin;
      kind?: CanaryKind;
      expected?: VerdictValue;
    }): Promise<CaseRow[]> {
      const { use, track, origin, kind, expected } = query;
      return db
        .select()
        .from(canaryCases)
        .where(
          and(
            eq(canaryCases.use, use),
            eq(canaryCases.track, track),
            origin === undefined ? undefined : eq(canaryCases.origin, origin),
            kind === undefined ? undefined : eq(canaryCases.kind, kind),
            expected === undefined ? undefined : eq(canaryCases.expected, expected),
          ),
        )
        .orderBy(asc(canaryCases.id));
    },

    async open(rows: readonly CalibrationRow[]): Promise<void> {
      await db.insert(calibrations).values([...rows]);
    },
    /** The latest attempt first. */
    async listOf(validatorId: string): Promise<CalibrationRow[]> {
      return db
        .select()
        .from(calibrations)
        .where(eq(calibrations.validatorId, validatorId))
        .orderBy(asc(calibrations.track), desc(calibrations.attempt));
    },
    async countSince(validatorId: string, track: Track, since: Date): Promise<number> {
      const isRecent = gte(calibrations.openedAt, since);
      return db.$count(
        calibrations,
        and(eq(calibrations.validatorId, validatorId), eq(calibrations.track, track), isRecent),
      );
    },
    /** The oldest open attempt of a hosted validator on each track. */
    listHosted: () => oldestOpen(and(isNull(calibrations.endedAt), eq(validators.mode, 'HOSTED'))),
    /** The oldest attempt of a remote validator without seats on each track. */
    listRemote: () => oldestOpen(and(eq(calibrations.state, 'PENDING'), eq(validators.mode, 'REMOTE'))),
    /** Returns whether the attempt was still pending. */
    async run(attempt: Attempt): Promise<boolean> {
      const { rowCount } = await db
        .update(calibrations)
        .set({ state: 'RUNNING' })
        .where(and(isAttempt(attempt), eq(calibrations.state, 'PENDING')));
      return rowCount === 1;
    },
    /** Returns whether the attempt was still open. */
    async end(attempt: Attempt, result: { correct: number; isPassed: boolean; endedAt: Date }): Promise<boolean> {
      const { correct, isPassed, endedAt } = result;
      const ended = await db
        .update(calibrations)
        .set({ state: isPassed ? 'PASSED' : 'FAILED', correct, endedAt })
        .where(and(isAttempt(attempt), isNull(calibrations.endedAt)))
        .returning({ attempt: calibrations.attempt });
      return ended.length > 0;
    },
    /** Ends all open attempts of a validator that leaves. */
    async abandon(validatorId: string, endedAt: Date): Promise<void> {
      await db
        .update(calibrations)
        .set({ state: 'FAILED', endedAt })
        .where(and(eq(calibrations.validatorId, validatorId), isNull(calibrations.endedAt)));
    },
    /** Tracks with attempts that have not ended. */
    async listOpenTracks(): Promise<Track[]> {
      const { track } = calibrations;
      const rows = await db.selectDistinct({ track }).from(calibrations).where(isNull(calibrations.endedAt));
      return rows.map((row) => row.track).toSorted();
    },
    /** Attempts that have not ended. */
    async countOpen(validatorId: string): Promise<number> {
      return db.$count(calibrations, and(eq(calibrations.validatorId, validatorId), isNull(calibrations.endedAt)));
    },
  };
}
export type CalibrationStore = ReturnType<typeof calibrationStore>;
