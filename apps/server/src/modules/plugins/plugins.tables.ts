import type { PluginState, ProductType, Severity } from '@assay/protocol';
import {
  boolean,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  sql,
  text,
  timestamp,
  uuid,
} from '../../platform/db/drizzle.ts';
import type { Measurement } from './plugin.policy.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
const marks = (name: string) => numeric(name, { precision: 39, scale: 0, mode: 'bigint' });

type RuleSummary = { readonly id: string; readonly title: string; readonly severity: Severity };
/** The result of the screening. */
export type Screened = {
  readonly score: number;
  readonly reasons: readonly string[];
  readonly riskFlags: readonly string[];
  readonly reviewedAt: string;
};
/** The revision that runs and is sold. */
type ApprovedRevision = {
  readonly revision: number;
  readonly content: string;
  readonly contentSha256: string;
  readonly rules: readonly RuleSummary[];
  readonly surface: ProductType;
};

export const plugins = pgTable('plugins', {
  id: uuid('id').primaryKey(),
  ownerActorId: uuid('owner_actor_id').notNull(),
  authorActorId: uuid('author_actor_id').notNull(),
  copyOf: uuid('copy_of'),
  name: text('name').notNull(),
  description: text('description').notNull(),
  searchText: text('search_text').notNull().generatedAlwaysAs(sql`lower(name) || ' ' || lower(description)`),
  surface: text('surface').$type<ProductType>().notNull(),
  content: text('content').notNull(),
  contentSha256: text('content_sha256').notNull(),
  revision: integer('revision').notNull(),
  rules: jsonb('rules').$type<readonly RuleSummary[]>().notNull(),
  atoms: text('atoms').array().notNull(),
  state: text('state').$type<PluginState>().notNull(),
  review: jsonb('review').$type<Screened>(),
  resubmitsLeft: integer('resubmits_left').notNull(),
  approved: jsonb('approved').$type<ApprovedRevision>(),
  published: boolean('published').notNull(),
  price: marks('price'),
  quality: integer('quality'),
  measurement: jsonb('measurement').$type<Measurement>(),
  measuredWith: text('measured_with'),
  sales: integer('sales').notNull(),
  screenedAt: moment('screened_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  deletedAt: moment('deleted_at'),
});

export const pluginPurchases = pgTable('plugin_purchases', {
  id: uuid('id').primaryKey(),
  pluginId: uuid('plugin_id').notNull(),
  copyId: uuid('copy_id').notNull(),
  buyerActorId: uuid('buyer_actor_id').notNull(),
  price: marks('price').notNull(),
  fee: marks('fee').notNull(),
  journalId: uuid('journal_id'),
  purchasedAt: moment('purchased_at').notNull(),
});

export const pluginSlots = pgTable(
  'plugin_slots',
  {
    actorId: uuid('actor_id').notNull(),
    slotIndex: integer('slot_index').notNull(),
    pluginId: uuid('plugin_id').notNull(),
    assignedAt: moment('assigned_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.actorId, table.slotIndex] })],
);
