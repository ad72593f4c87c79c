import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, lte, or } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Attempt, CaseRow } from './calibrations.store.ts';
import { canaryCases, canaryRounds, caseSeats } from './validators.tables.ts';

export type CaseSeatRow = typeof caseSeats.$inferSelect;
/** A seat with the case it is about, and the key of its canary; null where it belongs to a calibration. */
export type CasePlace = { readonly seat: CaseSeatRow; readonly known: CaseRow; readonly canaryKey: string | null };
type Change = Partial<Pick<CaseSeatRow, 'state' | 'commitment' | 'verdict' | 'revealFrom' | 'revealBy'>>;

const OPEN: CaseSeatRow['state'][] = ['ASSIGNED', 'COMMITTED'];
const isOfCalibration = isNotNull(caseSeats.attempt);
const isOfCanary = isNull(caseSeats.attempt);

/** The cases of known verdict that remote validators are asked about. */
export function caseSeatStore(db: Database) {
  const places = () =>
    db
      .select({ seat: caseSeats, known: canaryCases, canaryKey: canaryRounds.key })
      .from(caseSeats)
      .innerJoin(canaryCases, eq(canaryCases.id, caseSeats.caseId))
      .leftJoin(canaryRounds, eq(canaryRounds.id, caseSeats.roundId));
  const isOwn = (id: string, validatorId: string) => and(eq(caseSeats.id, id), eq(caseSeats.validatorId, validatorId));

  return {
    async insertAll(rows: readonly CaseSeatRow[]): Promise<void> {
      if (rows.length > 0) await db.insert(caseSeats).values([...rows]);
    },
    /** Only for the validator it belongs to. */
    async find(id: string, validatorId: string): Promise<CasePlace | undefined> {
      const [row] = await places().where(isOwn(id, validatorId));
      return row;
    },
    /** The same, held for the rest of the transaction. */
    async lock(id: string, validatorId: string): Promise<CasePlace | undefined> {
      const [row] = await places().where(isOwn(id, validatorId)).for('update', { of: caseSeats });
      return row;
    },
    /** Newest first. */
    async list(query: {
      validatorId: string;
      state: CaseSeatRow['state'];
      before: string | undefined;
      limit: number;
    }): Promise<CasePlace[]> {
      const { validatorId, state, before, limit } = query;
      return places()
        .where(
          and(
            eq(caseSeats.validatorId, validatorId),
            eq(caseSeats.state, state),
            before === undefined ? undefined : lt(caseSeats.id, before),
          ),
        )
        .orderBy(desc(caseSeats.id))
        .limit(limit);
    },
    async change(ids: readonly string[], change: Change): Promise<void> {
      if (ids.length === 0) return;
      await db
        .update(caseSeats)
        .set(change)
        .where(inArray(caseSeats.id, [...ids]));
    },

    async listOf({ validatorId, track, attempt }: Attempt): Promise<CasePlace[]> {
      return places().where(
        and(eq(caseSeats.validatorId, validatorId), eq(caseSeats.track, track), eq(caseSeats.attempt, attempt)),
      );
    },
    /** Ends the seats of calibrations whose window is over, and says whose attempts they belong to. */
    async missOverdue(now: Date): Promise<Attempt[]> {
      const isOverdue = or(
        and(eq(caseSeats.state, 'ASSIGNED'), lte(caseSeats.commitBy, now)),
        and(eq(caseSeats.state, 'COMMITTED'), lte(caseSeats.revealBy, now)),
      );
      const { validatorId, track, attempt } = caseSeats;
      const missed = await db
        .update(caseSeats)
        .set({ state: 'MISSED' })
        .where(and(isOfCalibration, isOverdue))
        .returning({ validatorId, track, attempt });
      return missed.flatMap(({ attempt, ...of }) => (attempt === null ? [] : [{ ...of, attempt }]));
    },
    /** Whoever leaves in the middle of a calibration answers no more. */
    async missCalibration(validatorId: string): Promise<void> {
      await db
        .update(caseSeats)
        .set({ state: 'MISSED' })
        .where(and(isOfCalibration, eq(caseSeats.validatorId, validatorId), inArray(caseSeats.state, OPEN)));
    },

    /** The remote seats of a canary, held for the rest of the transaction. */
    async lockOfRound(roundId: string): Promise<CaseSeatRow[]> {
      return db.select().from(caseSeats).where(eq(caseSeats.roundId, roundId)).orderBy(asc(caseSeats.id)).for('update');
    },
    async hasOpenCanary(validatorId: string): Promise<boolean> {
      const isOpen = and(isOfCanary, eq(caseSeats.validatorId, validatorId), inArray(caseSeats.state, OPEN));
      return (await db.$count(caseSeats, isOpen)) > 0;
    },
    /** The cases of canaries that remote validators have seen to the end: these may tell each other now. */
    async listRetired(): Promise<Set<string>> {
      const rows = await db
        .selectDistinct({ id: caseSeats.caseId })
        .from(caseSeats)
        .innerJoin(canaryRounds, eq(canaryRounds.id, caseSeats.roundId))
        .where(isNotNull(canaryRounds.judgedAt));
      return new Set(rows.map(({ id }) => id));
    },
    /** Who was ever asked about this case. */
    async listAsked(caseId: string): Promise<Set<string>> {
      const rows = await db
        .selectDistinct({ id: caseSeats.validatorId })
        .from(caseSeats)
        .where(eq(caseSeats.caseId, caseId));
      return new Set(rows.map(({ id }) => id));
    },
  };
}
export type CaseSeatStore = ReturnType<typeof caseSeatStore>;
