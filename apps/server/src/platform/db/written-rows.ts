import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { eq, sql } from './drizzle.ts';
import { prepared } from './prepared.ts';

type Values = Readonly<Record<string, unknown>>;
type Write = (db: Database, values: Record<string, unknown>) => Promise<unknown>;

/** The key of a row among the values of its columns. */
const KEY = '$key';

/** One text for each set of columns, since those that are left out and those that are emptied are part of it. */
function byColumns(make: (columns: Values, turn: number) => Write) {
  const made = new Map<string, Write>();
  return (values: Values): Write => {
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    const shape = given.map(([column, value]) => (value === null ? `${column}-` : column)).join();
    const known = made.get(shape);
    if (known !== undefined) return known;
    // What is empty is written out: a placeholder would be put into the form that its column has.
    const columns = given.map(([column, value]) => [column, value === null ? sql`NULL` : sql.placeholder(column)]);
    const write = make(Object.fromEntries(columns), made.size);
    made.set(shape, write);
    return write;
  };
}

/**
 * `INSERT` of one row on a path that many take at once, `prepared` as its reads are. Callers write few sets of columns: each is a text
 * that every connection keeps.
 */
export function preparedInsert<Table extends PgTable>(name: string, table: Table) {
  const writeOf = byColumns((columns, turn) =>
    prepared(`${name}_${turn}`, (db) => db.insert(table).values(columns as Table['$inferInsert'])),
  );
  return async (db: Database, row: Table['$inferInsert']): Promise<void> => {
    await writeOf(row)(db, row);
  };
}

/** The same for a row that may be there already; says whether it was new. */
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

/** The same for `UPDATE` of the row with this key. */
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
