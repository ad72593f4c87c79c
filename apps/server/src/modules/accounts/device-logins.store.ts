import { and, eq, gt, isNull, lt } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { deviceLogins } from './accounts.tables.ts';

type DeviceLoginRow = typeof deviceLogins.$inferSelect;

export function deviceLoginStore(db: Database) {
  const waiting = (userCode: string, now: Date) =>
    and(eq(deviceLogins.userCode, userCode), isNull(deviceLogins.isApproved), gt(deviceLogins.expiresAt, now));
  return {
    async insert(row: DeviceLoginRow): Promise<void> {
      await db.insert(deviceLogins).values(row);
    },
    async find(deviceSha256: string): Promise<DeviceLoginRow | undefined> {
      const [row] = await db.select().from(deviceLogins).where(eq(deviceLogins.deviceSha256, deviceSha256));
      return row;
    },
    async findWaiting(userCode: string, now: Date): Promise<DeviceLoginRow | undefined> {
      const [row] = await db.select().from(deviceLogins).where(waiting(userCode, now));
      return row;
    },
    /** The first decision stands. */
    async decide(userCode: string, accountId: string, isApproved: boolean, now: Date): Promise<boolean> {
      const rows = await db
        .update(deviceLogins)
        .set({ accountId, isApproved })
        .where(waiting(userCode, now))
        .returning({ userCode: deviceLogins.userCode });
      return rows.length === 1;
    },
    /** Returns true to exactly one caller. */
    async use(deviceSha256: string, usedAt: Date): Promise<boolean> {
      const unused = and(eq(deviceLogins.deviceSha256, deviceSha256), isNull(deviceLogins.usedAt));
      const rows = await db
        .update(deviceLogins)
        .set({ usedAt })
        .where(unused)
        .returning({ userCode: deviceLogins.userCode });
      return rows.length === 1;
    },
    async deleteOf(accountId: string): Promise<void> {
      await db.delete(deviceLogins).where(eq(deviceLogins.accountId, accountId));
    },
    async deleteExpired(before: Date): Promise<void> {
      await db.delete(deviceLogins).where(lt(deviceLogins.expiresAt, before));
    },
  };
}
export type DeviceLoginStore = ReturnType<typeof deviceLoginStore>;
