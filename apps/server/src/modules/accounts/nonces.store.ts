import type { NoncePurpose } from '@assay/protocol';
import { and, eq, gt, isNull, lt } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { nonces } from './nonces.tables.ts';

const isUsable = (nonce: string, purpose: NoncePurpose, now: Date) =>
  and(eq(nonces.nonce, nonce), eq(nonces.purpose, purpose), isNull(nonces.usedAt), gt(nonces.expiresAt, now));

export function nonceStore(db: Database) {
  return {
    async insert(nonce: string, purpose: NoncePurpose, expiresAt: Date): Promise<void> {
      await db.insert(nonces).values({ nonce, purpose, expiresAt, usedAt: null });
    },
    /** Returns true to exactly one caller; the database resolves races. */
    async use(nonce: string, purpose: NoncePurpose, now: Date): Promise<boolean> {
      const usable = isUsable(nonce, purpose, now);
      const rows = await db.update(nonces).set({ usedAt: now }).where(usable).returning({ nonce: nonces.nonce });
      return rows.length === 1;
    },
    async isUsable(nonce: string, purpose: NoncePurpose, now: Date): Promise<boolean> {
      const rows = await db
        .select({ nonce: nonces.nonce })
        .from(nonces)
        .where(isUsable(nonce, purpose, now));
      return rows.length === 1;
    },
    async deleteExpired(now: Date): Promise<void> {
      await db.delete(nonces).where(lt(nonces.expiresAt, now));
    },
  };
}
export type NonceStore = ReturnType<typeof nonceStore>;
