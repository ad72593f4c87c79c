import { type Address, type CertificateQuery, CertificateSummary, isValid, type PageQuery } from '@assay/protocol';
import { z } from 'zod';
import { readCursor, toCursor } from '../../platform/http/index.ts';
import type { After, FoundRow, SearchStore } from './search.store.ts';

type Deps = {
  readonly store: SearchStore;
  readonly verifyUrlOf: (id: string) => string;
  readonly clock: { now(): Date };
};
export type SummaryPage = { items: CertificateSummary[]; nextCursor: string | null };

/** A shorter word has no trigram: it is matched against the start of names only. */
const TRIGRAM_LENGTH = 3;

/** `name` and `rest` are the two halves of a list by relevance; the others have one half. */
const Position = z.object({ part: z.enum(['name', 'rest']), key: z.string(), id: z.string() });
type Position = z.infer<typeof Position>;

export function createSearch({ store, verifyUrlOf, clock }: Deps) {
  const toSummary = (row: FoundRow): CertificateSummary =>
    CertificateSummary.parse({
      id: row.id,
      name: row.name,
      version: row.version,
      productType: row.productType,
      description: row.description,
      status: row.status,
      valid: isValid(row.status, row.openFlags),
      securityLevel: row.securityLevel,
      activeFlagCount: row.openFlags,
      issuedAt: row.sealedAt.toISOString(),
      ownerWallet: row.ownerWallet,
      source: { url: row.sourceUrl, ref: row.sourceRef },
      verifyUrl: verifyUrlOf(row.id),
    });

  function toPage(
    rows: readonly FoundRow[],
    parts: readonly Position['part'][],
    limit: number,
    now: Date,
  ): SummaryPage {
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    const part = parts[page.length - 1] ?? 'rest';
    const key = part === 'name' ? last?.name.toLowerCase() : last?.sealedAt.toISOString();
    const nextCursor = last === undefined ? null : toCursor({ part, key, id: last.id }, now);
    return { items: page.map(toSummary), nextCursor };
  }

  async function list(query: CertificateQuery): Promise<SummaryPage> {
    const now = clock.now();
    const { limit, q, sort = q === undefined ? 'newest' : 'relevance' } = query;
    const from = query.cursor === undefined ? undefined : readCursor(Position, query.cursor, now);
    const word = q?.toLowerCase() ?? '';
    const wanted = limit + 1;
    const isShort = word.length < TRIGRAM_LENGTH;
    const rows: FoundRow[] = [];
    const parts: Position['part'][] = [];
    const add = (part: Position['part'], more: readonly FoundRow[]) => {
      rows.push(...more);
      parts.push(...more.map(() => part));
    };
    const after = (part: Position['part']): After | undefined => (from?.part === part ? from : undefined);

    if (sort === 'name' || (sort === 'relevance' && word !== '')) {
      if (from?.part !== 'rest') add('name', await store.byName(query, word, after('name'), wanted));
      if (sort === 'relevance' && !isShort && rows.length < wanted) {
        add('rest', await store.containing(word, query, after('rest'), wanted - rows.length));
      }
    } else if (word === '') {
      add('rest', await store.newest(query, after('rest'), wanted));
    } else {
      add('rest', await store.containing(word, query, after('rest'), wanted));
    }
    return toPage(rows, parts, limit, now);
  }

  return {
    list,
    ofOwner: (owner: Address, page: PageQuery) => list({ ...page, owner, status: 'ANY' }),
    newest: async (count: number) => (await list({ limit: count, status: 'APPROVED' })).items,
  };
}
export type Search = ReturnType<typeof createSearch>;
