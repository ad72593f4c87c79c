import type { Database } from './database.ts';
import { drizzle } from './drizzle.ts';
import { connectionOf } from './statement.ts';

type Prepared<Rows> = { execute(values?: Record<string, unknown>): Promise<Rows> };
type Buildable<Rows> = { prepare(name: string): Prepared<Rows> };

/** Writes texts, without input. */
const writer: Database = drizzle.mock();

/**
 * A query of Drizzle's whose text never changes, on a path that many take at once: it is put together once in a process and planned
 * once on each connection. What differs from call to call is an `sql.placeholder`. Rows are as Drizzle reads them; where the driver's
 * own will do, `statement` is quicker still.
 */
export function prepared<Rows>(name: string, build: (db: Database) => Buildable<Rows>) {
  let made: Prepared<Rows> | undefined;
  return (db: Database, values: Record<string, unknown>): Promise<Rows> => {
    made ??= build(writer).prepare(name);
    // The same query over another connection.
    const here: Prepared<Rows> = Object.create(made, { client: { value: connectionOf(db) } });
    return here.execute(values);
  };
}
