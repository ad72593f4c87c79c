import { and, desc, eq, inArray, lt, lte, or } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Attempt, CalibrationRow, CaseRow } from './calibrations.store.ts';
import { calibrationSeats, calibrations, canaryCases, validators } from './validators.tables.ts';

export type CalibrationSeatRow = typeof calibrationSeats.$inferSelect;
/** A seat with the case it is about. */
export type CalibrationPlace = { readonly seat: CalibrationSeatRow; readonly known: CaseRow };
type Change = Partial<Pick<CalibrationSeatRow, 'state' | 'commitment' | 'verdict' | 'revealFrom' | 'revealBy'>>;

/** The cases that remote validators are asked about. */
export function calibrationSeatStore(db: Database) {
  const places = () =>
    db
      .select({ seat: calibrationSeats, known: canaryCases })
      .from(calibrationSeats)
      .innerJoin(canaryCases, eq(canaryCases.id, calibrationSeats.caseId));

  return {
    async insertAll(rows: readonly CalibrationSeatRow[]): Promise<void> {
      await db.insert(calibrationSeats).values([...rows]);
    },
    /** The longest waiting attempt of a remote validator that has no seats yet. */
    async findUnseated(): Promise<CalibrationRow | undefined> {
      const [row] = await db
        .select({ calibration: calibrations })
        .from(calibrations)
        .innerJoin(validators, eq(validators.id, calibrations.validatorId))
        .where(and(eq(calibrations.state, 'PENDING'), eq(validators.mode, 'REMOTE')))
        .orderBy(calibrations.openedAt)
        .limit(1);
      return row?.calibration;
    },
    /** Only for the validator it belongs to; held for the rest of the transaction. */
    async lock(id: string, validatorId: string): Promise<CalibrationPlace | undefined> {
      const isOwn = and(eq(calibrationSeats.id, id), eq(calibrationSeats.validatorId, validatorId));
      const [row] = await places().where(isOwn).for('update', { of: calibrationSeats });
      return row;
    },
    /** Newest first. */
    async list(query: {
      validatorId: string;
      state: CalibrationSeatRow['state'];
      before: string | undefined;
      limit: number;
    }): Promise<CalibrationPlace[]> {
      const { validatorId, state, before, limit } = query;
      return places()
        .where(
          and(
            eq(calibrationSeats.validatorId, validatorId),
            eq(calibrationSeats.state, state),
            before === undefined ? undefined : lt(calibrationSeats.id, before),
          ),
        )
        .orderBy(desc(calibrationSeats.id))
        .limit(limit);
    },
    async change(id: string, change: Change): Promise<void> {
      await db.update(calibrationSeats).set(change).where(eq(calibrationSeats.id, id));
    },
    async listOf({ validatorId, track, attempt }: Attempt): Promise<CalibrationPlace[]> {
      return places().where(
        and(
          eq(calibrationSeats.validatorId, validatorId),
          eq(calibrationSeats.track, track),
          eq(calibrationSeats.attempt, attempt),
        ),
      );
    },
    /** Ends the seats whose window is over, and says whose attempts they belong to. */
    async missOverdue(now: Date): Promise<Attempt[]> {
      const isOverdue = or(
        and(eq(calibrationSeats.state, 'ASSIGNED'), lte(calibrationSeats.commitBy, now)),
        and(eq(calibrationSeats.state, 'COMMITTED'), lte(calibrationSeats.revealBy, now)),
      );
      return db.update(calibrationSeats).set({ state: 'MISSED' }).where(isOverdue).returning({
        validatorId: calibrationSeats.validatorId,
        track: calibrationSeats.track,
        attempt: calibrationSeats.attempt,
      });
    },
    /** Whoever leaves in the middle answers no more. */
    async missAll(validatorId: string): Promise<void> {
      await db
        .update(calibrationSeats)
        .set({ state: 'MISSED' })
        .where(
          and(
            eq(calibrationSeats.validatorId, validatorId),
            inArray(calibrationSeats.state, ['ASSIGNED', 'COMMITTED']),
          ),
        );
    },
  };
}
export type CalibrationSeatStore = ReturnType<typeof calibrationSeatStore>;
