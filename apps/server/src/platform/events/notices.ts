import { sql } from '../db/drizzle.ts';
import type { Database } from '../db/index.ts';
import { CHANNEL } from './notice-bus.ts';

/** What one transaction announces. Sent as its last statement: each by itself would be a trip to the database. */
export function createNotices() {
  const payloads = new Map<string, readonly [topic: string, id: string]>();
  const here = new Map<string, readonly [topic: string, id: string]>();

  return {
    add(topic: string, id: string): void {
      payloads.set(`${topic}:${id}`, [topic, id]);
    },
    /** For this process alone. Commits that notify others wait for each other, each until the one before is on disk. */
    addHere(topic: string, id: string): void {
      here.set(`${topic}:${id}`, [topic, id]);
    },
    /** Other processes hear them when the transaction commits. */
    async sendIn(tx: Database): Promise<void> {
      if (payloads.size === 0) return;
      const all = sql.param([...payloads.keys()]);
      await tx.execute(sql`SELECT pg_notify(${CHANNEL}, payload) FROM unnest(${all}::text[]) AS payload`);
    },
    list: (): readonly (readonly [topic: string, id: string])[] => [...payloads.values(), ...here.values()],
  };
}
export type Notices = ReturnType<typeof createNotices>;
