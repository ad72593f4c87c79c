import { boolean, integer, pgTable, text, timestamp, uuid } from '../../platform/db/drizzle.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const accounts = pgTable('accounts', {
  id: uuid('id').primaryKey(),
  /** In lower case. Null once the account is deleted. */
  email: text('email').unique(),
  displayName: text('display_name').notNull(),
  /** Kinds of event that are also sent by mail. */
  notify: text('notify').array().notNull(),
  termsAcceptedAt: moment('terms_accepted_at').notNull(),
  createdAt: moment('created_at').notNull(),
  deletedAt: moment('deleted_at'),
});

/** A login code that was sent by mail, stored as its HMAC. */
export const loginChallenges = pgTable('login_challenges', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  codeHmac: text('code_hmac').notNull(),
  /** Display name of the account to create. Null if the code only logs in. */
  registersAs: text('registers_as'),
  triesLeft: integer('tries_left').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
  /** Keyed hash of the client that requested the code. */
  requester: text('requester').notNull(),
});

/** A program's login request that a person approves or refuses. */
export const deviceLogins = pgTable('device_logins', {
  deviceSha256: text('device_sha256').primaryKey(),
  userCode: text('user_code').notNull().unique(),
  label: text('label').notNull(),
  expiresAt: moment('expires_at').notNull(),
  /** The account that decided, and its decision. Both are null before the decision. */
  accountId: uuid('account_id'),
  isApproved: boolean('is_approved'),
  usedAt: moment('used_at'),
});

/** Wallets that an account has proven to hold. */
export const walletLinks = pgTable('wallet_links', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  address: text('address').notNull().unique(),
  label: text('label').notNull(),
  isPrimary: boolean('is_primary').notNull(),
  verifiedAt: moment('verified_at').notNull(),
});

/** The agent of a linked wallet. Its actor in the world has the same id. */
export const agents = pgTable('agents', {
  id: uuid('id').primaryKey(),
  walletAddress: text('wallet_address').notNull().unique(),
  name: text('name').notNull(),
  control: text('control', { enum: ['AUTOPILOT', 'REMOTE'] }).notNull(),
  createdAt: moment('created_at').notNull(),
  blockedAt: moment('blocked_at'),
});
