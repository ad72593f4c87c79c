import { hash } from 'node:crypto';
import {
  type Address,
  CertificateId,
  type CertificateQuery,
  CertificateSummary,
  isValid,
  type PageQuery,
} from '@assay/protocol';
import { z } from 'zod';
import { readCursor, toPage } from '../../platform/http/index.ts';
import type { FoundRow, Order, SearchStore, Word } from './search.store.ts';

type Deps = {
  readonly store: SearchStore;
  readonly verifyUrlOf: (id: string) => string;
  readonly clock: { now(): Date };
};
type SummaryPage = { items: CertificateSummary[]; nextCursor: string | null };

/** The text index needs two adjacent letters or digits. Any other word is matched as a prefix of names. */
const INDEXED = /[\p{L}\p{N}]{2}/u;
const SHORT_LENGTH = 3;

/** A list is a sequence of parts. By relevance, the part with names that start with the word comes first. */
type Part = { readonly order: Order; readonly word: Word | undefined };

/** A cursor is valid only for the list that it came from. `list` identifies that list. */
const Position = z.object({ list: z.string(), part: z.int(), id: CertificateId });

export function createSearch({ store, verifyUrlOf, clock }: Deps) {
  async function list(query: CertificateQuery): Promise<SummaryPage> {
    const now = clock.now();
    const { limit, cursor } = query;
    const parts = partsOf(query);
    const list = hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 12);
    const from = cursor === undefined ? undefined : readCursor(Position.extend({ list: z.literal(list) }), cursor, now);
    const found: { row: FoundRow; part: number }[] = [];
    for (const [index, part] of parts.entries()) {
      if (index < (from?.part ?? 0) || found.length > limit) continue;
      const afterId = index === from?.part ? from.id : undefined;
      // One extra row shows whether there is a next page.
      const rows = await store.find({ ...part, filters: query, afterId, limit: limit + 1 - found.length });
      found.push(...rows.map((row) => ({ row, part: index })));
    }
    const { page, nextCursor } = toPage(found, limit, now, ({ part, row }) => ({ list, part, id: row.id }));
    return {
      items: page.map(({ row }) => toSummary(row, verifyUrlOf(row.id))),
      nextCursor,
    };
  }

  return {
    list,
    ofOwner: (owner: Address, page: PageQuery) => list({ ...page, owner, status: 'ANY' }),
    newest: async (count: number) => (await list({ limit: count, status: 'APPROVED' })).items,
  };
}
export type Search = ReturnType<typeof createSearch>;

function partsOf({ q: text, sort = text === undefined ? 'newest' : 'relevance' }: CertificateQuery): Part[] {
  if (text === undefined) return [{ order: sort === 'name' ? 'name' : 'newest', word: undefined }];
  const isShort = text.length < SHORT_LENGTH || !INDEXED.test(text);
  if (sort !== 'relevance') return [{ order: sort, word: { text, where: isShort ? 'prefix' : 'contains' } }];
  const names: Part = { order: 'name', word: { text, where: 'prefix' } };
  return isShort ? [names] : [names, { order: 'newest', word: { text, where: 'rest' } }];
}

const toSummary = (row: FoundRow, verifyUrl: string): CertificateSummary =>
  CertificateSummary.parse({
    id: row.id,
    name: row.name,
    version: row.version,
    productType: row.productType,
    description: row.description,
    status: row.status,
    valid: isValid(row.status, row.openFlags),
    securityLevel: row.securityLevel,
    instructionsReadBy: row.instructionsReadBy,
    activeFlagCount: row.openFlags,
    issuedAt: row.sealedAt,
    ownerWallet: row.ownerWallet,
    source: { url: row.sourceUrl, ref: row.sourceRef },
    verifyUrl,
  });
