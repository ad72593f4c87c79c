import { integer, pgTable, text } from '../../platform/db/drizzle.ts';

export const trustRoots = pgTable('trust_roots', {
  version: integer('version').primaryKey(),
  /** Canonical JSON, as signed and served. */
  document: text('document').notNull(),
});

export const signingSeeds = pgTable('signing_seeds', {
  keyId: text('key_id').primaryKey(),
  sealedSeed: text('sealed_seed').notNull(),
});
