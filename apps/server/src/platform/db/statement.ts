import type { QueryResult, QueryResultRow } from 'pg';
import type { Database } from './database.ts';

/**
 * A statement of a path that many take at once. Its text is written once and the server plans it once for each connection;
 * Drizzle puts a text together anew for every call, which takes longer than most of them run. Numbers of 64 bits, amounts
 * and moments come back as text.
 */
export function statement<Row extends QueryResultRow>(name: string, text: string) {
  return async (db: Database, values: readonly unknown[]): Promise<Row[]> => {
    const query = db._.session.prepareQuery<{
      execute: QueryResult<Row>;
      all: unknown;
      values: unknown;
    }>({ sql: text, params: [...values] }, undefined, name, false);
    return (await query.execute()).rows;
  };
}
