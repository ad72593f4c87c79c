import { type Database, statement } from '../db/index.ts';
import { CHANNEL } from './notice-bus.ts';

const notify = statement('notices_send', 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload');

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
      await notify(tx, [CHANNEL, [...payloads.keys()]]);
    },
    list: (): readonly (readonly [topic: string, id: string])[] => [...payloads.values(), ...here.values()],
  };
}
export type Notices = ReturnType<typeof createNotices>;
