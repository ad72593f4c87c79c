import {
  ActorId,
  PLUGIN_LIMITS,
  type Plugin,
  PluginId,
  type PluginOffer,
  type PluginPricing,
  Sha256,
} from '@assay/protocol';
import type { z } from 'zod';
import { PLUGIN_TERMS } from './plugin.policy.ts';
import type { PluginRow } from './plugins.store.ts';

const MARK_DECIMALS = 6;
export const toMarks = (amount: bigint) => ({
  amount: amount.toString(),
  currency: 'MARK' as const,
  decimals: MARK_DECIMALS as 6,
});

type Answer = z.input<typeof Plugin>;

export const toPlugin = (row: PluginRow, slots: readonly number[]): Answer => ({
  id: PluginId.parse(row.id),
  name: row.name,
  description: row.description,
  surface: row.surface,
  content: row.content,
  contentSha256: Sha256.parse(row.contentSha256),
  revision: row.revision,
  rules: [...row.rules],
  state: row.state,
  review:
    row.review === null
      ? null
      : { ...row.review, reasons: [...row.review.reasons], riskFlags: [...row.review.riskFlags] },
  resubmitsLeft: row.resubmitsLeft,
  published: row.published,
  price: row.price === null ? null : toMarks(row.price),
  origin: row.copyOf === null ? 'CREATED' : 'PURCHASED',
  authorActorId: ActorId.parse(row.authorActorId),
  copyOf: row.copyOf === null ? null : PluginId.parse(row.copyOf),
  quality: row.quality,
  measurement: row.measurement,
  slots: [...slots],
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** The view of a buyer: everything except the text of the rules. */
export function toOffer(row: PluginRow, authorName: string): z.input<typeof PluginOffer> {
  const { content: _, slots: __, ...shown } = toPlugin(row, []);
  return { ...shown, sales: row.sales, author: { actorId: shown.authorActorId, name: authorName } };
}

export const toPricing = (): z.input<typeof PluginPricing> => ({
  creationFee: toMarks(PLUGIN_TERMS.creationFee),
  changeFee: toMarks(PLUGIN_TERMS.changeFee),
  freeResubmits: PLUGIN_TERMS.freeResubmits,
  marketplaceFeeBp: PLUGIN_TERMS.marketplaceFeeBp,
  authorShareBp: PLUGIN_TERMS.authorShareBp,
  slots: PLUGIN_LIMITS.slots,
  maxCharacters: PLUGIN_LIMITS.charactersMax,
  maxRules: PLUGIN_LIMITS.rulesMax,
});
