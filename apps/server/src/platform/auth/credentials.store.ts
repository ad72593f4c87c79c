import { and, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from '../db/drizzle.ts';
import type { Database } from '../db/index.ts';
import { credentials } from './credentials.tables.ts';

export type CredentialRow = typeof credentials.$inferSelect;

/** Bounds the lists: a principal has fewer live credentials than this. */
const LIVE_MAX = 200;

export function credentialStore(db: Database) {
  const isLive = (now: Date) =>
    and(isNull(credentials.revokedAt), or(isNull(credentials.expiresAt), gt(credentials.expiresAt, now)));

  return {
    async insert(row: CredentialRow): Promise<void> {
      await db.insert(credentials).values(row);
    },
    async find(id: string): Promise<CredentialRow | undefined> {
      const [row] = await db.select().from(credentials).where(eq(credentials.id, id));
      return row;
    },
    async findAll(ids: readonly string[]): Promise<CredentialRow[]> {
      return db
        .select()
        .from(credentials)
        .where(sql`${credentials.id} = ANY(${sql.param([...ids])})`);
    },
    async touch(id: string, lastUsedAt: Date): Promise<void> {
      await db.update(credentials).set({ lastUsedAt }).where(eq(credentials.id, id));
    },
    /** Newest first. */
    async listLive(principalId: string, now: Date): Promise<CredentialRow[]> {
      return db
        .select()
        .from(credentials)
        .where(and(eq(credentials.principalId, principalId), isLive(now)))
        .orderBy(desc(credentials.createdAt), desc(credentials.id))
        .limit(LIVE_MAX);
    },
    /** Newest first, including revoked credentials. */
    async listAll(principalId: string): Promise<CredentialRow[]> {
      return db
        .select()
        .from(credentials)
        .where(eq(credentials.principalId, principalId))
        .orderBy(desc(credentials.createdAt), desc(credentials.id))
        .limit(LIVE_MAX);
    },
    async countLive(principalId: string, now: Date): Promise<number> {
      return db.$count(credentials, and(eq(credentials.principalId, principalId), isLive(now)));
    },
    async countNamed(principalId: string, now: Date): Promise<number> {
      return db.$count(
        credentials,
        and(eq(credentials.principalId, principalId), isNotNull(credentials.label), isLive(now)),
      );
    },
    async revoke(id: string, principalId: string, revokedAt: Date): Promise<boolean> {
      const live = and(eq(credentials.id, id), eq(credentials.principalId, principalId), isNull(credentials.revokedAt));
      const rows = await db.update(credentials).set({ revokedAt }).where(live).returning({ id: credentials.id });
      return rows.length === 1;
    },
    /** Revokes all logins, which have no label; with `named`, all tokens too. Returns the ids of the revoked credentials. */
    async revokeAll(principalId: string, revokedAt: Date, options: { named: boolean }): Promise<string[]> {
      const live = and(
        eq(credentials.principalId, principalId),
        isNull(credentials.revokedAt),
        options.named ? undefined : isNull(credentials.label),
      );
      const rows = await db.update(credentials).set({ revokedAt }).where(live).returning({ id: credentials.id });
      return rows.map(({ id }) => id);
    },
    /** Labels are the owner's own words. A blank one still tells a token from a login. */
    async blankLabels(principalId: string): Promise<void> {
      const isNamed = and(eq(credentials.principalId, principalId), isNotNull(credentials.label));
      await db.update(credentials).set({ label: '' }).where(isNamed);
    },
    /** Revokes all but the newest `keep` logins. */
    async revokeOldLogins(principalId: string, keep: number, revokedAt: Date): Promise<void> {
      const live = and(eq(credentials.principalId, principalId), isNull(credentials.label), isLive(revokedAt));
      const surplus = db
        .select({ id: credentials.id })
        .from(credentials)
        .where(live)
        .orderBy(desc(credentials.createdAt), desc(credentials.id))
        .offset(keep);
      await db.update(credentials).set({ revokedAt }).where(inArray(credentials.id, surplus));
    },
  };
}
export type CredentialStore = ReturnType<typeof credentialStore>;
