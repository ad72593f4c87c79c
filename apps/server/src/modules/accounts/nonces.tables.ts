import { pgTable, text, timestamp } from '../../platform/db/drizzle.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const nonces = pgTable('nonces', {
  nonce: text('nonce').primaryKey(),
  purpose: text('purpose', { enum: ['link', 'wallet', 'flag', 'revoke'] }).notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
});
