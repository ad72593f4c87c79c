import { z } from 'zod';
import { ActorId, JournalId, PluginId, PurchaseId, Sha256 } from '../ids.ts';
import { PLUGIN_LIMITS } from '../limits.ts';
import { Bp, Count, Marks, Money, PageQuery, Percent, ProductType, Severity, Time } from './common.ts';
import { Finding } from './sealed.ts';
import { InlineFile } from './submission.ts';

const MARK = 1_000_000n;
export const PLUGIN_PRICE_MAX = 100_000n * MARK;

export const PluginState = z.enum(['PENDING_REVIEW', 'APPROVED', 'REJECTED', 'SUSPENDED']).meta({ id: 'PluginState' });
export type PluginState = z.infer<typeof PluginState>;
export const SlotIndex = z.int().min(1).max(PLUGIN_LIMITS.slots);
const PluginRule = z.object({ id: z.string(), title: z.string(), severity: Severity });

export const PluginRequest = z
  .strictObject({
    name: z.string().min(3).max(64),
    surface: ProductType,
    content: z.string().min(1).max(PLUGIN_LIMITS.charactersMax),
    description: z.string().max(500).optional(),
  })
  .meta({ id: 'PluginRequest' });
export type PluginRequest = z.infer<typeof PluginRequest>;
export const PluginChange = PluginRequest.partial().meta({ id: 'PluginChange' });
export type PluginChange = z.infer<typeof PluginChange>;

export const PluginMeasurement = z
  .object({
    cases: Count.describe('Number of cases with a known verdict. `quality` needs at least 200.'),
    harmless: Count,
    falseAlarms: Count.describe('Number of harmless cases with a HIGH finding.'),
    attacks: Count,
    found: Count.describe('Number of attacks with a HIGH finding.'),
    foundAlone: Count.describe('Number of attacks with a HIGH finding that the engine alone misses.'),
    interval: z
      .object({ low: z.int().min(0).max(1000), high: z.int().min(0).max(1000) })
      .nullable()
      .describe('95 % confidence interval of `quality`.'),
  })
  .meta({ id: 'PluginMeasurement' });
export type PluginMeasurement = z.infer<typeof PluginMeasurement>;

export const Plugin = z
  .object({
    id: PluginId,
    name: z.string(),
    description: z.string(),
    surface: ProductType,
    content: z.string(),
    contentSha256: Sha256,
    revision: Count,
    rules: z.array(PluginRule).max(PLUGIN_LIMITS.rulesMax),
    state: PluginState,
    review: z
      .object({ score: Percent, reasons: z.array(z.string()), riskFlags: z.array(z.string()), reviewedAt: Time })
      .nullable(),
    resubmitsLeft: Count,
    published: z.boolean(),
    price: Money.nullable(),
    origin: z.enum(['CREATED', 'PURCHASED']),
    authorActorId: ActorId,
    copyOf: PluginId.nullable(),
    quality: z
      .int()
      .min(0)
      .max(1000)
      .nullable()
      .describe(
        'Per 1,000 attacks: how many more are found with the plugin than by the engine alone, minus false positives. Null with fewer than 200 cases.',
      ),
    measurement: PluginMeasurement.nullable().describe('Null before the first screening.'),
    slots: z.array(SlotIndex),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Plugin' });
export type Plugin = z.infer<typeof Plugin>;

export const PluginOffer = Plugin.omit({ content: true, slots: true })
  .extend({ sales: Count, author: z.object({ actorId: ActorId, name: z.string() }) })
  .meta({ id: 'PluginOffer' });
export type PluginOffer = z.infer<typeof PluginOffer>;

export const PluginPricing = z
  .object({
    creationFee: Money,
    changeFee: Money,
    freeResubmits: Count,
    marketplaceFeeBp: Bp,
    authorShareBp: Bp,
    slots: Count,
    maxCharacters: Count,
    maxRules: Count,
  })
  .meta({ id: 'PluginPricing' });
export type PluginPricing = z.infer<typeof PluginPricing>;

export const PluginTestRequest = z
  .object({
    content: PluginRequest.shape.content,
    sample: z.object({ files: z.array(InlineFile).max(200) }).optional(),
  })
  .meta({ id: 'PluginTestRequest' });
export const PluginTest = z
  .object({
    ok: z.boolean(),
    rules: z.array(PluginRule),
    issues: z.array(z.object({ line: z.int().positive(), detail: z.string() })),
    findings: z.array(Finding),
    elapsedMs: Count,
  })
  .meta({ id: 'PluginTest' });
export type PluginTest = z.infer<typeof PluginTest>;

export const PublishRequest = z
  .strictObject({ price: Marks.refine((price) => price <= PLUGIN_PRICE_MAX, { error: 'At most 100,000 marks.' }) })
  .meta({ id: 'PublishRequest' });
export const AssignSlotRequest = z
  .object({ slotIndex: SlotIndex, pluginId: PluginId })
  .meta({ id: 'AssignSlotRequest' });

export const PluginSlots = z
  .object({
    slots: z.array(
      z.object({
        slotIndex: SlotIndex,
        plugin: z
          .object({ id: PluginId, name: z.string(), surface: ProductType, state: PluginState, active: z.boolean() })
          .nullable(),
        assignedAt: Time.nullable(),
      }),
    ),
  })
  .meta({ id: 'PluginSlots' });
export type PluginSlots = z.infer<typeof PluginSlots>;

export const PluginPurchaseRequest = z
  .strictObject({ maxPrice: Marks.optional() })
  .meta({ id: 'PluginPurchaseRequest' });
export const PluginPurchase = z
  .object({
    purchaseId: PurchaseId,
    plugin: Plugin,
    price: Money,
    fee: Marks,
    authorReceives: Marks,
    journalId: JournalId.nullable().describe('Ledger journal of the payment; null if nothing was charged.'),
  })
  .meta({ id: 'PluginPurchase' });
export type PluginPurchase = z.infer<typeof PluginPurchase>;

export const PluginQuery = PageQuery.extend({ state: PluginState.optional(), surface: ProductType.optional() });
export type PluginQuery = z.infer<typeof PluginQuery>;
export const PluginOfferQuery = PageQuery.extend({
  q: z.string().trim().min(1).max(200).optional(),
  surface: ProductType.optional(),
  sort: z.enum(['quality', 'price', 'sales', 'newest']).default('quality'),
});
export type PluginOfferQuery = z.infer<typeof PluginOfferQuery>;
