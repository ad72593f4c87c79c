import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { eq, sql } from './drizzle.ts';
import { prepared } from './prepared.ts';

type Values = Readonly<Record<string, unknown>>;
type Write = (db: Database, values: Record<string, unknown>) => Promise<unknown>;

/** The parameter with the row's key, among those of its columns. */
const KEY = '$key';

/** Caches one text per set of columns, because omitted columns and null columns are part of the text. */
function byColumns(make: (columns: Values, turn: number) => Write) {
  const made = new Map<string, Write>();
  return (values: Values): Write => {
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    const shape = given.map(([column, value]) => (value === null ? `${column}-` : column)).join();
    const known = made.get(shape);
    if (known !== undefined) return known;
    // Nulls are written into the text: a parameter would be converted to the form of the column.
    const columns = given.map(([column, value]) => [column, value === null ? sql`NULL` : sql.placeholder(column)]);
    const write = make(Object.fromEntries(columns), made.size);
    made.set(shape, write);
    return write;
  };
}

/**
 * A prepared `INSERT` of one row, for frequent paths. Callers use few sets of columns, and every connection keeps one
 * text per set.
 */
export function preparedInsert<Table extends PgTable>(name: string, table: Table) {
  const writeOf = byColumns((columns, turn) =>
    prepared(`${name}_${turn}`, (db) => db.insert(table).values(columns as Table['$inferInsert'])),
  );
  return async (db: Database, row: Table['$inferInsert']): Promise<void> => {
    await writeOf(row)(db, row);
  };
}

/** The same for a row that may already exist. Returns whether it was inserted. */
export function preparedInsertOnce<Table extends PgTable>(name: string, table: Table) {
  const writeOf = byColumns((columns, turn) =>
    prepared(`${name}_${turn}`, (db) =>
      db
        .insert(table)
        .values(columns as Table['$inferInsert'])
        .onConflictDoNothing()
        .returning({ one: sql<number>`1` }),
    ),
  );
  return async (db: Database, row: Table['$inferInsert']): Promise<boolean> => {
    const rows = (await writeOf(row)(db, row)) as readonly unknown[];
    return rows.length === 1;
  };
}

/** The same for an `UPDATE` of the row with this key. */
export function preparedUpdate<Table extends PgTable>(name: string, table: Table, key: PgColumn) {
  const writeOf = byColumns((columns, turn) =>
    prepared(`${name}_${turn}`, (db) =>
      db
        .update(table)
        .set(columns as never)
        .where(eq(key, sql.placeholder(KEY))),
    ),
  );
  return async (db: Database, id: string, change: Partial<Table['$inferSelect']>): Promise<void> => {
    await writeOf(change)(db, { ...change, [KEY]: id });
  };
}
