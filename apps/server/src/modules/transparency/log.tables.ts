import { bigint, customType, integer, pgTable, primaryKey, text, timestamp } from '../../platform/db/drizzle.ts';

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
const whole = (name: string) => bigint(name, { mode: 'number' });
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** Append-only, like every table here. Only `append_log_leaf` in the database writes rows. */
export const logLeaves = pgTable('log_leaves', {
  leafIndex: whole('leaf_index').primaryKey(),
  type: text('type', { enum: ['ISSUED', 'STATUS', 'AUDIT_HEAD'] }).notNull(),
  certificateId: text('certificate_id'),
  /** The position of the reported status change; 1 for the issuance. */
  position: integer('position'),
  payloadHash: text('payload_hash').notNull(),
  /** Canonical JSON: the entry of the log. */
  leaf: text('leaf').notNull(),
  hash: bytea('hash').notNull(),
});

/** Full tiles. Partial ones are computed from leaves and from the roots of the level below. */
export const logTiles = pgTable(
  'log_tiles',
  {
    level: integer('level').notNull(),
    tileIndex: whole('tile_index').notNull(),
    hashes: bytea('hashes').notNull(),
    root: bytea('root').notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.tileIndex] })],
);

export const logOrigins = pgTable('log_origins', {
  origin: text('origin').primaryKey(),
  number: integer('number').notNull().unique(),
  openedAt: moment('opened_at').notNull(),
  reason: text('reason'),
  closedAtCheckpoint: text('closed_at_checkpoint'),
});

export const logCheckpoints = pgTable(
  'log_checkpoints',
  {
    origin: text('origin').notNull(),
    size: whole('size').notNull(),
    root: bytea('root').notNull(),
    /** Signed by the log only. Cosignatures are separate lines. */
    note: text('note').notNull(),
    signedAt: moment('signed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.origin, table.size] })],
);

export const logCosignatures = pgTable(
  'log_cosignatures',
  {
    origin: text('origin').notNull(),
    size: whole('size').notNull(),
    keyName: text('key_name').notNull(),
    keyId: text('key_id').notNull(),
    line: text('line').notNull(),
    cosignedAt: moment('cosigned_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.origin, table.size, table.keyName, table.keyId, table.cosignedAt] })],
);
