import { type CertificateQuery, SECURITY_LEVELS } from '@assay/protocol';
import type { SQL } from 'drizzle-orm';
import { and, desc, eq, inArray, sql } from '../../platform/db/drizzle.ts';
import type { Database } from '../../platform/db/index.ts';
import { openFlagCount } from './certificates.store.ts';
import { certificateStates, certificates } from './certificates.tables.ts';

export type FoundRow = {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly productType: string;
  readonly description: string;
  readonly status: 'APPROVED' | 'DEPRECATED' | 'SUSPENDED';
  readonly securityLevel: string;
  readonly openFlags: number;
  readonly sealedAt: Date;
  readonly ownerWallet: string | null;
  readonly sourceUrl: string | null;
  readonly sourceRef: string;
};

export type Filters = Pick<CertificateQuery, 'productType' | 'status' | 'securityLevel' | 'owner'>;
/** Where the last page ended, by both orders. */
export type After = { readonly id: string; readonly nameKey: string; readonly sealedAt: Date };
/** What a word must be: the start of a name, or anywhere in name and description. */
export type TextMatch = { readonly kind: 'starts' | 'contains'; readonly word: string };

/** Rows that a walk in order of age looks at before a rare word is better found through the text index. */
const SCAN_ROWS = 4_000;

const searchText = sql`(lower(${certificates.name}) || ' ' || lower(${certificates.description}))`;
/** Byte order: the same on every machine, and the order of the index. */
const nameKey = sql<string>`lower(${certificates.name}) COLLATE "C"`;
const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');
/** Lower case is made by the database on both sides: it does not agree with others about every letter. */
const startsWith = (word: string) => sql`${nameKey} LIKE lower(${`${escapeLike(word)}%`})`;
const contains = (word: string) => sql`${searchText} LIKE lower(${`%${escapeLike(word)}%`})`;
const fits = (match: TextMatch | undefined) =>
  match && (match.kind === 'starts' ? startsWith(match.word) : contains(match.word));

function matches({ productType, status, securityLevel, owner }: Filters): SQL | undefined {
  const accepted = securityLevel && SECURITY_LEVELS.slice(0, SECURITY_LEVELS.indexOf(securityLevel) + 1);
  return and(
    status === 'ANY' ? undefined : eq(certificateStates.status, status),
    productType && eq(certificates.productType, productType),
    accepted && inArray(certificates.securityLevel, accepted),
    owner && eq(certificates.ownerWallet, owner),
  );
}

/**
 * Every list does a bounded amount of work, however many certificates there are and however common a word is: lists in
 * order follow an index, and a word is first looked for among the newest rows, where a common one is found at once.
 */
export function searchStore(db: Database) {
  const shown = {
    id: certificates.id,
    name: certificates.name,
    version: certificates.version,
    productType: certificates.productType,
    description: certificates.description,
    status: certificateStates.status,
    securityLevel: certificates.securityLevel,
    openFlags: openFlagCount,
    sealedAt: certificates.sealedAt,
    ownerWallet: certificates.ownerWallet,
    sourceUrl: certificates.sourceUrl,
    sourceRef: certificates.sourceRef,
  };
  const found = () =>
    db
      .select(shown)
      .from(certificates)
      .innerJoin(certificateStates, eq(certificateStates.certificateId, certificates.id));

  const olderThan = (after: After | undefined) =>
    after && sql`(${certificates.sealedAt}, ${certificates.id}) < (${after.sealedAt}::timestamptz, ${after.id})`;
  const newestFirst = [desc(certificates.sealedAt), desc(certificates.id)] as const;

  async function newest(
    filters: Filters,
    match: TextMatch | undefined,
    after: After | undefined,
    limit: number,
  ): Promise<FoundRow[]> {
    return found()
      .where(and(matches(filters), fits(match), olderThan(after)))
      .orderBy(...newestFirst)
      .limit(limit);
  }

  /** Newest first among those that meet a condition on their text. */
  async function newestOf(
    condition: SQL | undefined,
    filters: Filters,
    after: After | undefined,
    limit: number,
  ): Promise<FoundRow[]> {
    const recent = db
      .select({ id: certificates.id })
      .from(certificates)
      .where(olderThan(after))
      .orderBy(...newestFirst)
      .limit(SCAN_ROWS);
    const among = await found()
      .where(and(inArray(certificates.id, recent), condition, matches(filters)))
      .orderBy(...newestFirst)
      .limit(limit);
    if (among.length === limit) return among;

    // Not common, so few: all of them are taken from the text index, then put in order.
    const hits = db.$with('hits').as(db.select({ id: certificates.id }).from(certificates).where(condition));
    return db
      .with(hits)
      .select(shown)
      .from(certificates)
      .innerJoin(certificateStates, eq(certificateStates.certificateId, certificates.id))
      .where(and(inArray(certificates.id, db.select({ id: hits.id }).from(hits)), matches(filters), olderThan(after)))
      .orderBy(...newestFirst)
      .limit(limit);
  }

  return {
    newest,

    async byName(
      filters: Filters,
      match: TextMatch | undefined,
      after: After | undefined,
      limit: number,
    ): Promise<FoundRow[]> {
      const later = after && sql`(${nameKey}, ${certificates.id}) > (${after.nameKey}, ${after.id})`;
      return found()
        .where(and(matches(filters), fits(match), later))
        .orderBy(nameKey, certificates.id)
        .limit(limit);
    },

    containing: (word: string, filters: Filters, after: After | undefined, limit: number): Promise<FoundRow[]> =>
      newestOf(contains(word), filters, after, limit),

    /** The second half of a list by relevance: what `byName` gave first is left out. */
    containingElsewhere: (
      word: string,
      filters: Filters,
      after: After | undefined,
      limit: number,
    ): Promise<FoundRow[]> => newestOf(and(contains(word), sql`NOT (${startsWith(word)})`), filters, after, limit),

    /** Where a certificate stands in both orders. Sealed data never changes, so its id is enough to find the place again. */
    async placeOf(id: string): Promise<After | undefined> {
      const [row] = await db
        .select({ id: certificates.id, nameKey, sealedAt: certificates.sealedAt })
        .from(certificates)
        .where(eq(certificates.id, id));
      return row;
    },
  };
}
export type SearchStore = ReturnType<typeof searchStore>;
