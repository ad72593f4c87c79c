import type { CertificateId, ReAudit, Severity, StatusReason, SuspensionCause } from '@assay/protocol';
import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  sql,
  text,
  timestamp,
  uuid,
} from '../../platform/db/drizzle.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** Sealed and append-only: a trigger refuses UPDATE, DELETE and TRUNCATE. */
export const certificates = pgTable('certificates', {
  id: text('id').primaryKey(),
  submissionId: uuid('submission_id').notNull().unique(),
  /** Digest of owner, source and entry. Certificates with the same key are versions of one skill. */
  skillKey: text('skill_key').notNull(),
  name: text('name').notNull(),
  version: text('version').notNull(),
  description: text('description').notNull(),
  searchText: text('search_text').notNull().generatedAlwaysAs(sql`lower(name) || ' ' || lower(description)`),
  productType: text('product_type').notNull(),
  securityLevel: text('security_level').notNull(),
  instructionsReadBy: text('instructions_read_by')
    .notNull()
    .generatedAlwaysAs(sql`coalesce(payload::json ->> 'instructionsReadBy', 'NONE')`),
  /** Number of retained warnings per severity. */
  warnings: jsonb('warnings').$type<Partial<Record<Severity, number>>>().notNull(),
  ownerWallet: text('owner_wallet'),
  sourceUrl: text('source_url'),
  sourceRef: text('source_ref').notNull(),
  entrySha256: text('entry_sha256').notNull(),
  rawSha256: text('raw_sha256').notNull(),
  bundleSha256: text('bundle_sha256').notNull(),
  /** Null for certificates that were sealed before tree digests existed. */
  treeSha256: text('tree_sha256'),
  /** Canonical JSON: the exact bytes that `payloadHash` covers. */
  payload: text('payload').notNull(),
  payloadHash: text('payload_hash').notNull(),
  payloadSha256: text('payload_sha256').notNull(),
  keyId: text('key_id').notNull(),
  statement: text('statement').notNull(),
  sealedAt: moment('sealed_at').notNull(),
});

/** The result of a later round about the sealed bytes, and the ruleset of that round. */
export type DecidedReAudit = ReAudit & { readonly roundId: string; readonly rulesetDigest: string };

/** The mutable state of a certificate. */
export const certificateStates = pgTable('certificate_states', {
  certificateId: text('certificate_id').primaryKey(),
  status: text('status', { enum: ['APPROVED', 'DEPRECATED', 'SUSPENDED'] }).notNull(),
  statusReason: text('status_reason').$type<StatusReason>(),
  statusChangedAt: moment('status_changed_at').notNull(),
  revoked: boolean('revoked').notNull(),
  supersededBy: text('superseded_by').$type<CertificateId>(),
  /** Kept during a suspension: a deprecated certificate never becomes APPROVED again. */
  deprecatedFor: text('deprecated_for', { enum: ['NEWER_VERSION', 'OWNER_DEPRECATED'] }),
  /** Every cause in force. Empty in a row that an earlier version suspended during an upgrade. */
  suspensionCauses: jsonb('suspension_causes').notNull().$type<readonly SuspensionCause[]>(),
  /** A person decided one of the causes, so a passed re-audit does not lift it. */
  heldByPerson: boolean('held_by_person').notNull(),
  /** Feed position of the newest published event about this certificate. Null until the first is published. */
  feedSeq: bigint('feed_seq', { mode: 'number' }),
  /** The result of the last decided RE_AUDIT. */
  reAudit: jsonb('re_audit').$type<DecidedReAudit>(),
});

export const certificateStatusChanges = pgTable(
  'certificate_status_changes',
  {
    certificateId: text('certificate_id').notNull(),
    position: integer('position').notNull(),
    status: text('status', { enum: ['APPROVED', 'DEPRECATED', 'SUSPENDED'] }).notNull(),
    statusReason: text('status_reason').$type<StatusReason>(),
    revoked: boolean('revoked').notNull(),
    note: text('note'),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.certificateId, table.position] })],
);

/** Reads per hour, which is precise enough for the windows of live-status. */
export const certificateReads = pgTable(
  'certificate_reads',
  {
    certificateId: text('certificate_id').notNull(),
    kind: text('kind', { enum: ['view', 'verification', 'copy'] }).notNull(),
    hour: timestamp('hour', { withTimezone: true, mode: 'date' }).notNull(),
    reads: bigint('reads', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.certificateId, table.kind, table.hour] })],
);

/** The certificates that the world knows. The world receives changes of no other certificate. */
export const worldSkills = pgTable('world_skills', {
  certificateId: text('certificate_id').primaryKey(),
});
