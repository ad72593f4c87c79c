import type { Snapshot } from '@assay/protocol';
import type { z } from 'zod';
import { and, desc, eq, inArray, lt, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { worldBusinessMonths, worldCityMonths } from './world.tables.ts';

/** In wire form. */
export type WireSnapshot = z.input<typeof Snapshot>;
export type BusinessMonth = typeof worldBusinessMonths.$inferSelect;

export function worldMonthStore(db: Database) {
  return {
    async insertCities(snapshots: readonly WireSnapshot[]): Promise<void> {
      if (snapshots.length === 0) return;
      const rows = snapshots.map((snapshot) => ({ cityId: snapshot.cityId, tick: snapshot.tick, snapshot }));
      await db.insert(worldCityMonths).values(rows).onConflictDoNothing();
    },
    /** Newest first, before hour `before` if it is set. */
    async listCity(cityId: string, before: number | undefined, limit: number): Promise<WireSnapshot[]> {
      const older = before === undefined ? undefined : lt(worldCityMonths.tick, before);
      const rows = await db
        .select({ snapshot: worldCityMonths.snapshot })
        .from(worldCityMonths)
        .where(and(eq(worldCityMonths.cityId, cityId), older))
        .orderBy(desc(worldCityMonths.tick))
        .limit(limit);
      return rows.map(({ snapshot }) => snapshot as WireSnapshot);
    },

    async insertBusinesses(rows: readonly BusinessMonth[]): Promise<void> {
      if (rows.length === 0) return;
      const column = <T>(value: (row: BusinessMonth) => T) => sql.param(rows.map(value));
      const money = (value: (row: BusinessMonth) => bigint | null) =>
        sql.param(rows.map((row) => value(row)?.toString() ?? null));
      await db.execute(sql`
        INSERT INTO world_business_months (business_id, tick, unit_price, wage, workers, sales, profit, principal,
          interest, payroll)
        SELECT * FROM unnest(
          ${column(({ businessId }) => businessId)}::uuid[], ${column(({ tick }) => tick)}::bigint[],
          ${money(({ unitPrice }) => unitPrice)}::numeric[], ${money(({ wage }) => wage)}::numeric[],
          ${column(({ workers }) => workers)}::int[], ${money(({ sales }) => sales)}::numeric[],
          ${money(({ profit }) => profit)}::numeric[], ${money(({ principal }) => principal)}::numeric[],
          ${money(({ interest }) => interest)}::numeric[],
          ${column(({ payroll }) => JSON.stringify(payroll))}::jsonb[]
        )
        ON CONFLICT DO NOTHING`);
    },
    /** Newest first. */
    async listBusiness(businessId: string, limit: number): Promise<BusinessMonth[]> {
      return db
        .select()
        .from(worldBusinessMonths)
        .where(eq(worldBusinessMonths.businessId, businessId))
        .orderBy(desc(worldBusinessMonths.tick))
        .limit(limit);
    },
    /** Debt payments of each of these businesses, newest first. */
    async listPayments(businessIds: readonly string[]): Promise<Map<string, BusinessMonth[]>> {
      if (businessIds.length === 0) return new Map();
      const rows = await db
        .select()
        .from(worldBusinessMonths)
        .where(
          and(
            inArray(worldBusinessMonths.businessId, [...businessIds]),
            sql`${worldBusinessMonths.principal} + ${worldBusinessMonths.interest} > 0`,
          ),
        )
        .orderBy(desc(worldBusinessMonths.tick));
      return Map.groupBy(rows, ({ businessId }) => businessId);
    },
    async dropBusinessesBefore(tick: number): Promise<void> {
      await db.delete(worldBusinessMonths).where(lt(worldBusinessMonths.tick, tick));
    },
  };
}
export type WorldMonthStore = ReturnType<typeof worldMonthStore>;
