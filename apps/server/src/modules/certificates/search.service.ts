import {
  type Address,
  CertificateId,
  type CertificateQuery,
  CertificateSummary,
  isValid,
  type PageQuery,
} from '@assay/protocol';
import { z } from 'zod';
import { readCursor, toCursor, unreadableCursor } from '../../platform/http/index.ts';
import type { After, FoundRow, SearchStore, TextMatch } from './search.store.ts';

type Deps = {
  readonly store: SearchStore;
  readonly verifyUrlOf: (id: string) => string;
  readonly clock: { now(): Date };
};
export type SummaryPage = { items: CertificateSummary[]; nextCursor: string | null };

/** A shorter word has no trigram: it is matched against the start of names only. */
const TRIGRAM_LENGTH = 3;

/** `name` and `rest` are the two halves of a list by relevance; the others have one half. */
const Position = z.object({
  sort: z.enum(['newest', 'name', 'relevance']),
  part: z.enum(['name', 'rest']),
  id: CertificateId,
});
type Position = z.infer<typeof Position>;
type Part = Position['part'];

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

  function toPage(found: readonly { row: FoundRow; part: Part }[], sort: Position['sort'], limit: number, now: Date) {
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    return {
      items: page.map(({ row }) => toSummary(row)),
      nextCursor: last === undefined ? null : toCursor({ sort, part: last.part, id: last.row.id }, now),
    };
  }

  /** Where the list goes on; a cursor of a list in another order would skip or repeat. */
  async function startOf(cursor: string | undefined, sort: Position['sort'], now: Date) {
    if (cursor === undefined) return undefined;
    const position = readCursor(Position, cursor, now);
    const place = await store.placeOf(position.id);
    if (position.sort !== sort || place === undefined) throw unreadableCursor();
    return { ...place, part: position.part };
  }

  async function list(query: CertificateQuery): Promise<SummaryPage> {
    const now = clock.now();
    const { limit, q, sort = q === undefined ? 'newest' : 'relevance' } = query;
    const from = await startOf(query.cursor, sort, now);
    const wanted = limit + 1;
    if (sort === 'relevance' && q !== undefined)
      return toPage(await byRelevance(q, query, from, wanted), sort, limit, now);

    const match: TextMatch | undefined =
      q === undefined ? undefined : { kind: isShort(q) ? 'starts' : 'contains', word: q };
    const rows =
      sort === 'name'
        ? await store.byName(query, match, from, wanted)
        : match?.kind === 'contains'
          ? await store.containing(match.word, query, from, wanted)
          : await store.newest(query, match, from, wanted);
    return toPage(
      rows.map((row) => ({ row, part: 'rest' })),
      sort,
      limit,
      now,
    );
  }

  /** Names that start with the word, in order; then, newest first, everything else that contains it. */
  async function byRelevance(
    word: string,
    query: CertificateQuery,
    from: (After & { part: Part }) | undefined,
    wanted: number,
  ): Promise<{ row: FoundRow; part: Part }[]> {
    const isPastNames = from?.part === 'rest';
    const named = isPastNames ? [] : await store.byName(query, { kind: 'starts', word }, from, wanted);
    const missing = wanted - named.length;
    const others =
      isShort(word) || missing === 0
        ? []
        : await store.containingElsewhere(word, query, isPastNames ? from : undefined, missing);
    return [
      ...named.map((row) => ({ row, part: 'name' as const })),
      ...others.map((row) => ({ row, part: 'rest' as const })),
    ];
  }

  return {
    list,
    ofOwner: (owner: Address, page: PageQuery) => list({ ...page, owner, status: 'ANY' }),
    newest: async (count: number) => (await list({ limit: count, status: 'APPROVED' })).items,
  };
}
export type Search = ReturnType<typeof createSearch>;

const isShort = (word: string): boolean => [...word].length < TRIGRAM_LENGTH;
