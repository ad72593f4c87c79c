import type { Evidence, Manifest, ProductType, Source, SubmissionState, SubmissionTrigger } from '@assay/protocol';
import type { z } from 'zod';
import {
  boolean,
  customType,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from '../../platform/db/drizzle.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
const productType = () => text('product_type').$type<ProductType>().notNull();
const submissionState = () => text('state').$type<SubmissionState>().notNull();

export const bundleContents = pgTable('bundle_contents', {
  sha256: text('sha256').primaryKey(),
  bytes: bytea('bytes').notNull(),
});

/** Sealed: see the migration. */
export const bundles = pgTable('bundles', {
  id: text('id').primaryKey(),
  bundleSha256: text('bundle_sha256').notNull(),
  storedAt: moment('stored_at').notNull(),
});

export const bundleEntries = pgTable(
  'bundle_entries',
  {
    bundleId: text('bundle_id').notNull(),
    path: text('path').notNull(),
    kind: text('kind', { enum: ['file', 'exec', 'symlink', 'submodule'] }).notNull(),
    sha256: text('sha256').notNull(),
    size: integer('size').notNull(),
  },
  (table) => [primaryKey({ columns: [table.bundleId, table.path] })],
);

/** What a quote priced, and what is reviewed once it is paid; never changed. */
export const sealedInputs = pgTable('sealed_inputs', {
  quoteId: uuid('quote_id').primaryKey(),
  /** As `principalOf` writes it. */
  owner: text('owner').notNull(),
  inputSha256: text('input_sha256').notNull(),
  identity: text('identity').notNull(),
  productType: productType(),
  name: text('name').notNull(),
  version: text('version').notNull(),
  description: text('description').notNull(),
  source: jsonb('source').$type<z.input<typeof Source>>().notNull(),
  manifest: jsonb('manifest').$type<Manifest>().notNull(),
  /** False when the submitter gave none: then nothing was promised that could be broken. */
  hasManifest: boolean('has_manifest').notNull(),
  bundleId: text('bundle_id').notNull(),
  /** What git calls the folder that was read; null for content that was sent, or that came from an archive once. */
  gitTree: text('git_tree'),
  /** As `contentSha256Of` gives it; unknown for what was sealed before it was kept. */
  contentSha256: text('content_sha256'),
  /** What lay on the chain when it was compared with the sources, as `digestOfDeployed` gives it; null for what is not deployed. */
  deployedSha256: text('deployed_sha256'),
  /** The main file by its path in the bundle; `source.entry` is its path in the repository. */
  entryPath: text('entry_path').notNull(),
  entrySha256: text('entry_sha256').notNull(),
  mayProbe: boolean('may_probe').notNull(),
  mayPublish: boolean('may_publish').notNull(),
  /** No model and no remote validator gets the content. */
  isPeopleOnly: boolean('is_people_only').notNull(),
  draftId: uuid('draft_id'),
  sealedAt: moment('sealed_at').notNull(),
});

export const submissions = pgTable('submissions', {
  id: uuid('id').primaryKey(),
  quoteId: uuid('quote_id').notNull(),
  owner: text('owner').notNull(),
  ownerWallet: text('owner_wallet'),
  identity: text('identity').notNull(),
  productType: productType(),
  state: submissionState(),
  intentId: uuid('intent_id'),
  /** The terms that the owner had accepted last. */
  termsVersion: text('terms_version'),
  termsSha256: text('terms_sha256'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

export const submissionChanges = pgTable(
  'submission_changes',
  {
    submissionId: uuid('submission_id').notNull(),
    position: integer('position').notNull(),
    trigger: text('trigger').$type<SubmissionTrigger | 'accepted'>().notNull(),
    state: submissionState(),
    reason: text('reason'),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.submissionId, table.position] })],
);

export const submissionDisputes = pgTable('submission_disputes', {
  submissionId: uuid('submission_id').primaryKey(),
  state: text('state', { enum: ['OPEN', 'UPHELD', 'OVERTURNED'] }).notNull(),
  reason: text('reason').notNull(),
  findingIds: jsonb('finding_ids').$type<string[]>().notNull(),
  evidence: jsonb('evidence').$type<z.input<typeof Evidence>[]>().notNull(),
  openedAt: moment('opened_at').notNull(),
  decidedAt: moment('decided_at'),
});
