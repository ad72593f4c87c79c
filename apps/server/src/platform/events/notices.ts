import { type Database, statement } from '../db/index.ts';
import { CHANNEL } from './notice-bus.ts';

const notify = statement('notices_send', 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload');

/** The notifications of one transaction. They are sent as its last statement, which saves a round trip for each. */
export function createNotices() {
  const payloads = new Map<string, readonly [topic: string, id: string]>();
  const here = new Map<string, readonly [topic: string, id: string]>();

  return {
    add(topic: string, id: string): void {
      payloads.set(`${topic}:${id}`, [topic, id]);
    },
    /** For this process only. Commits with a NOTIFY are serialised, each waiting until the previous one is on disk. */
    addHere(topic: string, id: string): void {
      here.set(`${topic}:${id}`, [topic, id]);
    },
    /** Other processes receive them when the transaction commits. */
    async sendIn(tx: Database): Promise<void> {
      if (payloads.size === 0) return;
      await notify(tx, [CHANNEL, [...payloads.keys()]]);
    },
    list: (): readonly (readonly [topic: string, id: string])[] => [...payloads.values(), ...here.values()],
  };
}
export type Notices = ReturnType<typeof createNotices>;
