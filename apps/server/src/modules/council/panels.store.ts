import { asc, eq, sql } from '../../platform/db/drizzle.ts';
import { type Database, prepared, preparedInsert, preparedUpdate } from '../../platform/db/index.ts';
import type { SeatRow } from '../seats/index.ts';
import { seats } from '../seats/seats.tables.ts';
import { panels } from './council.tables.ts';

export type PanelRow = typeof panels.$inferSelect;
/** A panel with its seats in order. A substitute follows the seat that it replaces. */
export type SeatedPanel = PanelRow & { readonly seats: readonly SeatRow[] };

const listSeated = prepared('panels_list_seated', (db) =>
  db
    .select({ panel: panels, seat: seats })
    .from(panels)
    .leftJoin(seats, eq(seats.panelId, panels.id))
    .where(sql`${panels.roundId} = ANY(${sql.placeholder('roundIds')}::uuid[])`)
    .orderBy(asc(panels.position), asc(seats.position), asc(seats.isSubstitute)),
);

const insertPanel = preparedInsert('panel_insert', panels);
const changePanel = preparedUpdate('panel_change', panels, panels.id);

export function panelStore(db: Database) {
  /** The panels of one round are in draw order. */
  async function listOfRounds(roundIds: readonly string[]): Promise<SeatedPanel[]> {
    if (roundIds.length === 0) return [];
    const rows = await listSeated(db, { roundIds: [...roundIds] });
    const byId = new Map<string, PanelRow & { seats: SeatRow[] }>();
    for (const { panel, seat } of rows) {
      const known = byId.get(panel.id) ?? { ...panel, seats: [] };
      if (seat !== null) known.seats.push(seat);
      byId.set(panel.id, known);
    }
    return [...byId.values()];
  }

  return {
    async insert(panel: PanelRow): Promise<void> {
      await insertPanel(db, panel);
    },
    async change(id: string, change: Partial<Pick<PanelRow, 'state' | 'revealFrom' | 'revealBy'>>): Promise<void> {
      await changePanel(db, id, change);
    },
    /** In draw order. */
    async listOfRound(roundId: string): Promise<SeatedPanel[]> {
      return listOfRounds([roundId]);
    },
    listOfRounds,
  };
}
export type PanelStore = ReturnType<typeof panelStore>;
