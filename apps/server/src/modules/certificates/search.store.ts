import { type CertificateQuery, SECURITY_LEVELS } from '@assay/protocol';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
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
/** Where the last page ended: the value the list is sorted by, and the id. */
export type After = { readonly key: string; readonly id: string };

/** Rows that a walk in order of age looks at before a rare word is better found through the text index. */
const SCAN_ROWS = 4_000;

const searchText = sql`(lower(${certificates.name}) || ' ' || lower(${certificates.description}))`;
/** Byte order: the same on every machine, and the order of the index. */
const nameKey = sql<string>`lower(${certificates.name}) COLLATE "C"`;
const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

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
    after && sql`(${certificates.sealedAt}, ${certificates.id}) < (${after.key}::timestamptz, ${after.id})`;
  const newestFirst = [desc(certificates.sealedAt), desc(certificates.id)] as const;

  return {
    async newest(filters: Filters, after: After | undefined, limit: number): Promise<FoundRow[]> {
      return found()
        .where(and(matches(filters), olderThan(after)))
        .orderBy(...newestFirst)
        .limit(limit);
    },

    /** By name, or only names that start with a word; both follow one index. */
    async byName(filters: Filters, prefix: string, after: After | undefined, limit: number): Promise<FoundRow[]> {
      return found()
        .where(
          and(
            matches(filters),
            prefix === '' ? undefined : sql`${nameKey} LIKE ${`${escapeLike(prefix)}%`}`,
            after && sql`(${nameKey}, ${certificates.id}) > (${after.key}, ${after.id})`,
          ),
        )
        .orderBy(nameKey, certificates.id)
        .limit(limit);
    },

    /** Newest first among those whose text contains the word but whose name does not start with it. */
    async containing(word: string, filters: Filters, after: After | undefined, limit: number): Promise<FoundRow[]> {
      const contains = and(
        sql`${searchText} LIKE ${`%${escapeLike(word)}%`}`,
        sql`${nameKey} NOT LIKE ${`${escapeLike(word)}%`}`,
      );
      const recent = db
        .select({ id: certificates.id })
        .from(certificates)
        .where(olderThan(after))
        .orderBy(...newestFirst)
        .limit(SCAN_ROWS);
      const among = await found()
        .where(and(inArray(certificates.id, recent), contains, matches(filters)))
        .orderBy(...newestFirst)
        .limit(limit);
      if (among.length === limit) return among;

      // Not common, so few: all of them are taken from the text index, then put in order.
      const hits = db.$with('hits').as(db.select({ id: certificates.id }).from(certificates).where(contains));
      return db
        .with(hits)
        .select(shown)
        .from(certificates)
        .innerJoin(certificateStates, eq(certificateStates.certificateId, certificates.id))
        .where(and(inArray(certificates.id, db.select({ id: hits.id }).from(hits)), matches(filters), olderThan(after)))
        .orderBy(...newestFirst)
        .limit(limit);
    },
  };
}
export type SearchStore = ReturnType<typeof searchStore>;
