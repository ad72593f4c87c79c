import type {
  Evidence,
  Manifest,
  ModelReader,
  ProductType,
  Source,
  SubmissionState,
  SubmissionTrigger,
} from '@assay/protocol';
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

/** The input that a quote priced and that is reviewed once paid; never changed. */
export const sealedInputs = pgTable('sealed_inputs', {
  quoteId: uuid('quote_id').primaryKey(),
  /** In the form of `principalOf`. */
  owner: text('owner').notNull(),
  inputSha256: text('input_sha256').notNull(),
  identity: text('identity').notNull(),
  productType: productType(),
  name: text('name').notNull(),
  version: text('version').notNull(),
  description: text('description').notNull(),
  source: jsonb('source').$type<z.input<typeof Source>>().notNull(),
  manifest: jsonb('manifest').$type<Manifest>().notNull(),
  /** False when the submitter gave none, so there is no declaration to violate. */
  hasManifest: boolean('has_manifest').notNull(),
  bundleId: text('bundle_id').notNull(),
  /** The git tree id of the submitted folder. Null for inline content and for earlier inputs from an archive. */
  gitTree: text('git_tree'),
  /** The result of `contentSha256Of`. Null for inputs sealed before it existed. */
  contentSha256: text('content_sha256'),
  /** The result of `digestOfDeployed` when the sources were compared. Null for content that is not deployed. */
  deployedSha256: text('deployed_sha256'),
  /** The path of the main file in the bundle; `source.entry` is its path in the repository. */
  entryPath: text('entry_path').notNull(),
  entrySha256: text('entry_sha256').notNull(),
  mayProbe: boolean('may_probe').notNull(),
  mayPublish: boolean('may_publish').notNull(),
  /** Neither a model nor a remote validator receives the content. */
  isPeopleOnly: boolean('is_people_only').notNull(),
  /** The models whose reading was agreed to. Null for inputs sealed before consent was recorded. */
  readers: jsonb('readers').$type<ModelReader[]>(),
  /** The request named the list of readers. */
  namesReaders: boolean('names_readers').notNull(),
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
  /** The terms that the owner last accepted. */
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
