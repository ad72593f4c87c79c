import { index, pgTable, text, timestamp, uuid } from '../db/drizzle.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** Developer tokens, API keys and keys of operators. The secret itself is never stored, only its SHA-256. */
export const credentials = pgTable(
  'credentials',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['dev', 'key', 'operator'] }).notNull(),
    /** Account of a token, actor of an API key, operator of an operator's key. */
    principalId: uuid('principal_id').notNull(),
    walletAddress: text('wallet_address'),
    secretSha256: text('secret_sha256').notNull(),
    scopes: text('scopes').array().notNull(),
    label: text('label'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at'),
    revokedAt: moment('revoked_at'),
    /** Precision of one hour, which suffices to see whether it is in use. */
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('credentials_by_principal').on(table.principalId)],
);
