import {
  newUuidV7,
  Problem,
  type ProductType,
  type Quote,
  QuoteId,
  type RandomBytes,
  type Sha256,
} from '@assay/protocol';
import type { z } from 'zod';
import { priceOf, QUOTE_LIFE_MS, type Surface } from './quotes.policy.ts';
import type { QuoteRow, QuoteStore } from './quotes.store.ts';

export type QuoteAnswer = z.input<typeof Quote>;
type Input = { readonly productType: ProductType; readonly surface: Surface; readonly inputSha256: Sha256 };
type Deps = { readonly store: QuoteStore; readonly random: RandomBytes; readonly clock: { now(): Date } };

/** Prices for exact inputs, stored so that the charged price is the quoted one. */
export function createQuotes({ store, random, clock }: Deps) {
  return {
    async create(principal: string, { productType, surface, inputSha256 }: Input): Promise<QuoteAnswer> {
      const createdAt = clock.now();
      const id = newUuidV7(QuoteId, createdAt.getTime(), random);
      const expiresAt = new Date(createdAt.getTime() + QUOTE_LIFE_MS);
      const row: QuoteRow = {
        id,
        principal,
        productType,
        ...priceOf(productType, surface),
        inputSha256,
        createdAt,
        expiresAt,
      };
      await store.insert(row);
      return toQuote(row);
    },

    /** In the given order, including expired quotes. */
    async list(ids: readonly string[]): Promise<QuoteAnswer[]> {
      return (await store.listByIds(ids)).map(toQuote);
    },

    deleteUnused: store.deleteUnused,

    /** A quote of another owner is treated as unknown. */
    async get(id: string, principal: string): Promise<QuoteRow> {
      const row = await store.find(id, principal);
      if (row === undefined) throw new Problem('quote_not_found');
      if (row.expiresAt <= clock.now()) throw new Problem('quote_expired');
      return row;
    },
  };
}
export type Quotes = ReturnType<typeof createQuotes>;

export const toQuote = (row: QuoteRow): QuoteAnswer => ({
  id: row.id as QuoteId,
  productType: row.productType as ProductType,
  currency: 'USDC',
  decimals: 6,
  base: row.base.toString(),
  drivers: row.drivers,
  total: row.total.toString(),
  inputSha256: row.inputSha256 as Sha256,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});
