import { and, eq, isNull, lt, sql } from '../db/drizzle.ts';
import type { Database } from '../db/index.ts';
import { idempotentAnswers } from './idempotency.tables.ts';

type RepeatKey = { readonly principal: string; readonly route: string; readonly key: string };
export type AnswerRow = typeof idempotentAnswers.$inferSelect;

const { principal, route, key, status, createdAt } = idempotentAnswers;
const isThis = (at: RepeatKey) => and(eq(principal, at.principal), eq(route, at.route), eq(key, at.key));

export function idempotencyStore(db: Database) {
  return {
    /** True for the one request that may do the work: the first, or the next one after an abandoned request. */
    async claim(at: RepeatKey, bodySha256: string, now: Date, abandonedBefore: Date): Promise<boolean> {
      const rows = await db
        .insert(idempotentAnswers)
        .values({ ...at, bodySha256, status: null, headers: null, body: null, createdAt: now })
        .onConflictDoUpdate({
          target: [principal, route, key],
          set: { createdAt: now },
          setWhere: sql`${status} IS NULL AND ${createdAt} < ${abandonedBefore} AND ${idempotentAnswers.bodySha256} = excluded.body_sha256`,
        })
        .returning({ key });
      return rows.length === 1;
    },
    async find(at: RepeatKey): Promise<AnswerRow | undefined> {
      const [row] = await db.select().from(idempotentAnswers).where(isThis(at));
      return row;
    },
    async keep(at: RepeatKey, answer: Pick<AnswerRow, 'status' | 'headers' | 'body'>): Promise<void> {
      await db.update(idempotentAnswers).set(answer).where(isThis(at));
    },
    async release(at: RepeatKey): Promise<void> {
      await db.delete(idempotentAnswers).where(and(isThis(at), isNull(status)));
    },
    async deleteOf(ofPrincipal: string): Promise<void> {
      await db.delete(idempotentAnswers).where(eq(principal, ofPrincipal));
    },
    async deleteBefore(moment: Date): Promise<void> {
      await db.delete(idempotentAnswers).where(lt(createdAt, moment));
    },
  };
}
export type IdempotencyStore = ReturnType<typeof idempotencyStore>;
