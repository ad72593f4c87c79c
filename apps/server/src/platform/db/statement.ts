import { type Pool, type PoolClient, type QueryResultRow, types } from 'pg';
import type { Database } from './database.ts';

const asText = (value: string): string => value;
const TEXTS: ReadonlySet<number> = new Set([types.builtins.TIMESTAMPTZ, types.builtins.TIMESTAMP, types.builtins.DATE]);
/** As Drizzle has it done, so that a store reads one kind of row whichever way it asked. */
const ROW_TYPES = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    TEXTS.has(id) ? asText : types.getTypeParser(id, format as 'text'),
} as never;

/**
 * A statement of a path that many take at once. Its text is written once and the server plans it once for each connection;
 * Drizzle puts a text together anew for every call, which takes longer than most of them run. Numbers of 64 bits, amounts
 * and moments come back as text.
 */
export function statement<Row extends QueryResultRow>(name: string, text: string) {
  return async (db: Database, values: readonly unknown[]): Promise<Row[]> => {
    const { rows } = await connectionOf(db).query<Row>({ name, text, types: ROW_TYPES, values: [...values] });
    return rows;
  };
}

/** The pool, or the connection of an open transaction. */
export function connectionOf(db: Database): Pool | PoolClient {
  const { client } = db._.session as unknown as { readonly client: Pool | PoolClient };
  return client;
}
