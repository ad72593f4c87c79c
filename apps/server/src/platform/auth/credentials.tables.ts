import { index, pgTable, text, timestamp, uuid } from '../db/drizzle.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** Developer tokens, API keys and operator keys. Only the SHA-256 of a secret is stored. */
export const credentials = pgTable(
  'credentials',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['dev', 'key', 'operator'] }).notNull(),
    /** The account of a token, the actor of an API key, or the operator of an operator key. */
    principalId: uuid('principal_id').notNull(),
    walletAddress: text('wallet_address'),
    secretSha256: text('secret_sha256').notNull(),
    scopes: text('scopes').array().notNull(),
    label: text('label'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at'),
    revokedAt: moment('revoked_at'),
    /** Has a precision of one hour, which is enough to show whether the credential is in use. */
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('credentials_by_principal').on(table.principalId)],
);
