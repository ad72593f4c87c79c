import { and, asc, desc, eq, inArray, lt, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { panels, rounds, seats } from './council.tables.ts';

export type PanelRow = typeof panels.$inferSelect;
export type SeatRow = typeof seats.$inferSelect;
/** A panel with its seats in their order, a substitute behind the seat it stands in for. */
export type SeatedPanel = PanelRow & { readonly seats: readonly SeatRow[] };
export type Commit = { readonly id: string; readonly commitment: string };
export type Reveal = Pick<SeatRow, 'id'> & {
  [Field in 'verdict' | 'severity' | 'findings' | 'salt']-?: NonNullable<SeatRow[Field]>;
};
/** A seat as its validator finds it. */
export type SeatPlace = { readonly seat: SeatRow; readonly panel: PanelRow; readonly submissionId: string };

export function panelStore(db: Database) {
  /** Those of one round in the order in which they were drawn. */
  async function listOfRounds(roundIds: readonly string[]): Promise<SeatedPanel[]> {
    if (roundIds.length === 0) return [];
    const rows = await db
      .select({ panel: panels, seat: seats })
      .from(panels)
      .leftJoin(seats, eq(seats.panelId, panels.id))
      .where(inArray(panels.roundId, [...roundIds]))
      .orderBy(asc(panels.position), asc(seats.position), asc(seats.isSubstitute));
    const byId = new Map<string, PanelRow & { seats: SeatRow[] }>();
    for (const { panel, seat } of rows) {
      const known = byId.get(panel.id) ?? { ...panel, seats: [] };
      if (seat !== null) known.seats.push(seat);
      byId.set(panel.id, known);
    }
    return [...byId.values()];
  }

  const places = () =>
    db
      .select({ seat: seats, panel: panels, submissionId: rounds.submissionId })
      .from(seats)
      .innerJoin(panels, eq(panels.id, seats.panelId))
      .innerJoin(rounds, eq(rounds.id, panels.roundId));

  return {
    async insert(panel: PanelRow, seated: readonly SeatRow[]): Promise<void> {
      await db.insert(panels).values(panel);
      if (seated.length > 0) await db.insert(seats).values([...seated]);
    },
    async change(id: string, change: Partial<Pick<PanelRow, 'state' | 'revealFrom' | 'revealBy'>>): Promise<void> {
      await db.update(panels).set(change).where(eq(panels.id, id));
    },
    /** In the order in which they were drawn. */
    async listOfRound(roundId: string): Promise<SeatedPanel[]> {
      return listOfRounds([roundId]);
    },
    listOfRounds,

    async insertSeat(row: SeatRow): Promise<void> {
      await db.insert(seats).values(row);
    },
    async commit(commits: readonly Commit[], committedAt: Date): Promise<void> {
      const values = sql.join(
        commits.map(({ id, commitment }) => sql`(${id}::uuid, ${commitment})`),
        sql`, `,
      );
      await db.execute(sql`
        UPDATE seats SET state = 'COMMITTED', commitment = made.commitment, committed_at = ${committedAt}
        FROM (VALUES ${values}) AS made (id, commitment)
        WHERE seats.id = made.id AND seats.state = 'ASSIGNED'`);
    },
    async reveal(reveals: readonly Reveal[], revealedAt: Date): Promise<void> {
      const values = sql.join(
        reveals.map(
          ({ id, verdict, severity, findings, salt }) =>
            sql`(${id}::uuid, ${verdict}, ${severity}, ${JSON.stringify(findings)}::jsonb, ${salt})`,
        ),
        sql`, `,
      );
      await db.execute(sql`
        UPDATE seats SET state = 'REVEALED', verdict = shown.verdict, severity = shown.severity,
          findings = shown.findings, salt = shown.salt, revealed_at = ${revealedAt}
        FROM (VALUES ${values}) AS shown (id, verdict, severity, findings, salt)
        WHERE seats.id = shown.id AND seats.state = 'COMMITTED'`);
    },
    async closeSeats(ids: readonly string[], state: 'MISSED' | 'REPLACED'): Promise<void> {
      await db
        .update(seats)
        .set({ state })
        .where(inArray(seats.id, [...ids]));
    },

    /** Its validator is at work: from here on it has the whole window. */
    async noteDownload(seatId: string): Promise<void> {
      await db
        .update(seats)
        .set({ downloadBy: null })
        .where(and(eq(seats.id, seatId), eq(seats.state, 'ASSIGNED')));
    },

    /** Only for the validator it belongs to. */
    async findPlace(seatId: string, validatorId: string): Promise<SeatPlace | undefined> {
      const [row] = await places().where(and(eq(seats.id, seatId), eq(seats.validatorId, validatorId)));
      return row;
    },
    /** Newest first. */
    async listPlaces(query: {
      validatorId: string;
      state: SeatRow['state'];
      before: string | undefined;
      limit: number;
    }): Promise<SeatPlace[]> {
      const { validatorId, state, before, limit } = query;
      return places()
        .where(
          and(
            eq(seats.validatorId, validatorId),
            eq(seats.state, state),
            before === undefined ? undefined : lt(seats.id, before),
          ),
        )
        .orderBy(desc(seats.id))
        .limit(limit);
    },
  };
}
export type PanelStore = ReturnType<typeof panelStore>;
