import { and, asc, eq, isNull, or, sql } from '../db/drizzle.ts';
import type { Database } from '../db/index.ts';
import { credentials } from './credentials.tables.ts';
import { operators } from './operators.tables.ts';

export type OperatorRow = typeof operators.$inferSelect;
type ListedOperator = OperatorRow & { readonly lastUsedAt: Date | null };

/** Bounds the list. Removed operators count. */
export const OPERATORS_MAX = 200;
/** An arbitrary number that is the same in every process. */
const OPERATORS_LOCK = 7_302_140;

export function operatorStore(db: Database) {
  return {
    async insert(row: OperatorRow): Promise<void> {
      await db.insert(operators).values(row);
    },
    /** Serialises changes until the end of the transaction. */
    async lock(): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(${OPERATORS_LOCK})`);
    },
    async find(id: string): Promise<OperatorRow | undefined> {
      const [row] = await db
        .select()
        .from(operators)
        .where(and(eq(operators.id, id), isNull(operators.removedAt)));
      return row;
    },
    async findByName(name: string): Promise<OperatorRow | undefined> {
      const [row] = await db
        .select()
        .from(operators)
        .where(and(eq(operators.name, name), isNull(operators.removedAt)));
      return row;
    },
    async findBySignIn(signIn: string): Promise<OperatorRow | undefined> {
      const [row] = await db
        .select()
        .from(operators)
        .where(and(eq(operators.signIn, signIn), isNull(operators.removedAt)));
      return row;
    },
    /** Whether the name was ever used or the sign-in belongs to a current operator. */
    async isTaken(name: string, signIn: string | null): Promise<boolean> {
      const bySignIn = signIn === null ? undefined : and(eq(operators.signIn, signIn), isNull(operators.removedAt));
      return (await db.$count(operators, or(eq(operators.name, name), bySignIn))) > 0;
    },
    async count(): Promise<number> {
      return db.$count(operators);
    },
    /** Ordered by name, including removed operators. */
    async list(): Promise<ListedOperator[]> {
      const lastUsedAt = sql<Date | null>`max(${credentials.lastUsedAt})`.mapWith(credentials.lastUsedAt);
      const rows = await db
        .select({ row: operators, lastUsedAt })
        .from(operators)
        .leftJoin(credentials, eq(credentials.principalId, operators.id))
        .groupBy(operators.id)
        .orderBy(asc(operators.name))
        .limit(OPERATORS_MAX);
      return rows.map(({ row, lastUsedAt }) => ({ ...row, lastUsedAt }));
    },
    /** The name stays, because the audit log contains it; the person's identity does not. */
    async remove(id: string, removedAt: Date): Promise<void> {
      await db.update(operators).set({ removedAt, signIn: null }).where(eq(operators.id, id));
    },
  };
}
export type OperatorStore = ReturnType<typeof operatorStore>;
