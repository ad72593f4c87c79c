import type { Database } from './database.ts';
import { drizzle } from './drizzle.ts';
import { connectionOf } from './statement.ts';

type Prepared<Rows> = { execute(values?: Record<string, unknown>): Promise<Rows> };
type Buildable<Rows> = { prepare(name: string): Prepared<Rows> };

/** Builds statement texts without a connection. */
const writer: Database = drizzle.mock();

/**
 * A Drizzle query with a constant text, for frequent paths. The text is built once per process and planned once per
 * connection. Variable values are `sql.placeholder`s. Rows have Drizzle's types. Where the driver's own types suffice,
 * `statement` is faster.
 */
export function prepared<Rows>(name: string, build: (db: Database) => Buildable<Rows>) {
  let made: Prepared<Rows> | undefined;
  return (db: Database, values: Record<string, unknown>): Promise<Rows> => {
    made ??= build(writer).prepare(name);
    // The same query on another connection.
    const here: Prepared<Rows> = Object.create(made, { client: { value: connectionOf(db) } });
    return here.execute(values);
  };
}
