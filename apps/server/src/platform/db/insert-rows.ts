import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { getTableConfig } from './drizzle.ts';
import { statement } from './statement.ts';

/** Splits large inserts, so that neither the driver nor the server holds all rows at once. */
const ROWS_PER_STATEMENT = 1_000;

type Column = ReturnType<typeof getTableConfig>['columns'][number];

/**
 * `INSERT` of any number of rows. Rows whose key exists are skipped. Each statement passes its rows as one parameter:
 * with a parameter per value, a few thousand rows would reach PostgreSQL's limit of 65,535 parameters.
 */
export function insertRows<Table extends PgTable>(name: string, table: Table) {
  const config = getTableConfig(table);
  const columns = config.columns.map((column) => [keyOf(table, column), column] as const);
  const names = config.columns.map((column) => `"${column.name}"`);
  const types = config.columns.map((column) => `"${column.name}" ${column.getSQLType()}`);
  const insert = statement(
    name,
    `INSERT INTO "${config.name}" (${names.join(', ')})
     SELECT ${names.join(', ')} FROM jsonb_to_recordset($1::jsonb) AS added (${types.join(', ')})
     ON CONFLICT DO NOTHING`,
  );
  const toJson = (row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(columns.map(([key, column]) => [column.name, toJsonValue(row[key], column)]));

  return async (db: Database, rows: readonly Table['$inferSelect'][]): Promise<void> => {
    for (let first = 0; first < rows.length; first += ROWS_PER_STATEMENT) {
      const piece = rows.slice(first, first + ROWS_PER_STATEMENT);
      await insert(db, [JSON.stringify(piece.map(toJson))]);
    }
  };
}

function keyOf(table: PgTable, column: Column): string {
  const found = Object.entries(table).find(([, value]) => value === column);
  if (found === undefined) throw new TypeError(`No key for column ${column.name}`);
  return found[0];
}

/** JSON values and arrays stay as they are. Other values take the driver form of their column. */
function toJsonValue(value: unknown, column: Column): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value) || column.getSQLType() === 'jsonb') return value;
  const driven = column.mapToDriverValue(value);
  return typeof driven === 'bigint' ? driven.toString() : driven;
}
