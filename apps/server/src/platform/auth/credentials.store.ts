import { and, eq, isNull } from '../db/drizzle.ts';
import type { Database } from '../db/index.ts';
import { credentials } from './credentials.tables.ts';

export type CredentialRow = typeof credentials.$inferSelect;

export function credentialStore(db: Database) {
  return {
    async insert(row: CredentialRow): Promise<void> {
      await db.insert(credentials).values(row);
    },
    async find(id: string): Promise<CredentialRow | undefined> {
      const [row] = await db.select().from(credentials).where(eq(credentials.id, id));
      return row;
    },
    async revoke(id: string, principalId: string, revokedAt: Date): Promise<boolean> {
      const live = and(eq(credentials.id, id), eq(credentials.principalId, principalId), isNull(credentials.revokedAt));
      const rows = await db.update(credentials).set({ revokedAt }).where(live).returning({ id: credentials.id });
      return rows.length === 1;
    },
  };
}
export type CredentialStore = ReturnType<typeof credentialStore>;
