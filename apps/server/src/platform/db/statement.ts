import { type Pool, type PoolClient, type QueryResultRow, types } from 'pg';
import type { Database } from './database.ts';

const asText = (value: string): string => value;
const TEXTS: ReadonlySet<number> = new Set([types.builtins.TIMESTAMPTZ, types.builtins.TIMESTAMP, types.builtins.DATE]);
/** The same conversions as Drizzle's, so that a store reads the same row either way. */
const ROW_TYPES = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    TEXTS.has(id) ? asText : types.getTypeParser(id, format as 'text'),
} as never;

/**
 * A statement with a constant text, for frequent paths. The server plans it once per connection. Drizzle builds its
 * text anew on every call, which takes longer than most of these statements run. 64-bit numbers, amounts and timestamps
 * are returned as text.
 */
export function statement<Row extends QueryResultRow>(name: string, text: string) {
  return async (db: Database, values: readonly unknown[]): Promise<Row[]> => {
    const { rows } = await connectionOf(db).query<Row>({ name, text, types: ROW_TYPES, values: [...values] });
    return rows;
  };
}

/** Returns the pool, or the connection of an open transaction. */
export function connectionOf(db: Database): Pool | PoolClient {
  const { client } = db._.session as unknown as { readonly client: Pool | PoolClient };
  return client;
}
