import type { CertificateId } from '@assay/protocol';
import { and, asc, desc, eq, isNull, ne, or, sql } from '../../platform/db/drizzle.ts';
import { type Database, prepared, preparedInsert, statement } from '../../platform/db/index.ts';
import { certificateAnchors, chainOutbox } from '../registry/registry.tables.ts';
import { logLeaves } from '../transparency/log.tables.ts';
import {
  certificateStates,
  certificateStatusChanges,
  certificates,
  type DecidedReAudit,
} from './certificates.tables.ts';
import { flags } from './flags.tables.ts';

export type SealedRow = Omit<typeof certificates.$inferSelect, 'searchText' | 'instructionsReadBy'>;
export type StateRow = typeof certificateStates.$inferSelect;
type StatusChangeRow = typeof certificateStatusChanges.$inferSelect;
type LoggedChange = Omit<StatusChangeRow, 'certificateId' | 'position' | 'revoked'> & { logIndex: number | null };
/** The data that determines whether a certificate is valid. */
export type StandingRow = { sealed: Pick<SealedRow, keyof typeof ANSWERED>; state: StateRow; openFlags: number };
/** The data of a verify answer. */
export type CurrentRow = StandingRow & {
  /** Null for a certificate without an anchor. */
  anchorQueuedAt: Date | null;
  anchor: Pick<typeof chainOutbox.$inferSelect, keyof typeof ANCHOR> | null;
};
type DigestColumn = 'entrySha256' | 'rawSha256' | 'bundleSha256' | 'treeSha256';
/** Identifies a bundle. An unknown tree digest matches any tree. */
export type BundleIdentity = { readonly bundleSha256: string; readonly treeSha256: string | null };
/** Local bytes: their digest, and the digest of their tree if known. */
export type AskedDigest = { readonly sha256: string; readonly treeSha256: string | null };
/** A certificate that covers the digest at position `at` of the list. */
type DigestMatch = {
  readonly at: number;
  readonly id: string;
  /** The same bundle was suspended, under this certificate or another. */
  readonly isSuspended: boolean;
};
type DigestSearch = {
  readonly columns: readonly DigestColumn[];
  readonly sha256: string;
  readonly treeSha256: string | null;
  readonly limit: number;
};

/** The columns that answers need. Excludes the statement, which is as large as all of them together. */
export const ANSWERED = {
  id: certificates.id,
  ownerWallet: certificates.ownerWallet,
  entrySha256: certificates.entrySha256,
  rawSha256: certificates.rawSha256,
  bundleSha256: certificates.bundleSha256,
  treeSha256: certificates.treeSha256,
  payload: certificates.payload,
  payloadHash: certificates.payloadHash,
  submissionId: certificates.submissionId,
};

/** The progress of a certificate's anchor. */
const ANCHOR = {
  network: chainOutbox.network,
  embedded: chainOutbox.embedded,
  state: chainOutbox.state,
  call: chainOutbox.call,
  txHash: chainOutbox.txHash,
  blockNumber: chainOutbox.blockNumber,
};

const CHANGE = {
  status: certificateStatusChanges.status,
  statusReason: certificateStatusChanges.statusReason,
  note: certificateStatusChanges.note,
  at: certificateStatusChanges.at,
};

/** Counted in the same query, so that no counter can drift from the flags themselves. */
export const openFlagCount = sql<number>`(
  SELECT count(*)::int FROM ${flags} WHERE ${flags.certificateId} = ${certificates.id} AND ${flags.state} = 'OPEN'
)`;

/** Compares the trees only if both are known. */
const fitsTree = (treeSha256: string | null) =>
  treeSha256 === null ? undefined : or(isNull(certificates.treeSha256), eq(certificates.treeSha256, treeSha256));

const insertSealed = preparedInsert('certificate_insert', certificates);
const insertState = preparedInsert('certificate_insert_state', certificateStates);
const findBySubmission = prepared('certificate_of_submission', (db) =>
  db
    .select()
    .from(certificates)
    .where(eq(certificates.submissionId, sql.placeholder('submissionId'))),
);
const lockSkill = statement('certificate_lock_skill', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))');
const lockOtherVersions = prepared('certificate_lock_versions', (db) =>
  db
    .select({ state: certificateStates })
    .from(certificateStates)
    .innerJoin(certificates, eq(certificates.id, certificateStates.certificateId))
    .where(and(eq(certificates.skillKey, sql.placeholder('skillKey')), ne(certificates.id, sql.placeholder('id'))))
    .orderBy(asc(certificateStates.certificateId))
    .for('update', { of: certificateStates }),
);
const addStatusChange = statement(
  'certificate_add_status_change',
  `INSERT INTO certificate_status_changes (certificate_id, position, status, status_reason, revoked, note, at)
   SELECT $1, (SELECT coalesce(max(position), 0) + 1 FROM certificate_status_changes WHERE certificate_id = $1), $2, $3, $4, $5, $6`,
);
/** Valid certificates first, then the newest, so that the limit never hides a usable match. */
const matchDigests = statement<DigestMatch>(
  'certificates_match_digests',
  `SELECT (asked.place - 1)::int AS at, match.id, EXISTS (
     SELECT FROM certificates other JOIN certificate_states s ON s.certificate_id = other.id
     WHERE other.bundle_sha256 = match.bundle_sha256 AND s.status = 'SUSPENDED'
       AND (match.tree_sha256 IS NULL OR other.tree_sha256 IS NULL OR other.tree_sha256 = match.tree_sha256)
   ) AS "isSuspended"
   FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (sha256, tree_sha256, place)
   CROSS JOIN LATERAL (
     SELECT c.id, c.bundle_sha256, c.tree_sha256, c.sealed_at, (s.status = 'APPROVED' AND NOT EXISTS (
       SELECT FROM flags f WHERE f.certificate_id = c.id AND f.state = 'OPEN')) AS is_usable
     FROM certificates c JOIN certificate_states s ON s.certificate_id = c.id
     WHERE (c.entry_sha256 = asked.sha256 OR c.raw_sha256 = asked.sha256
         OR c.bundle_sha256 = asked.sha256 OR c.tree_sha256 = asked.sha256)
       AND (asked.tree_sha256 IS NULL OR c.tree_sha256 IS NULL OR c.tree_sha256 = asked.tree_sha256)
     ORDER BY is_usable DESC, c.sealed_at DESC, c.id DESC LIMIT $3
   ) match
   ORDER BY asked.place, match.is_usable DESC, match.sealed_at DESC, match.id DESC`,
);
const touchFeed = statement(
  'certificate_touch_feed',
  `WITH places AS MATERIALIZED (SELECT * FROM unnest($1::text[], $2::bigint[]) AS place (id, seq)),
   held AS MATERIALIZED (
     SELECT certificate_id FROM certificate_states WHERE certificate_id IN (SELECT id FROM places)
     ORDER BY certificate_id FOR NO KEY UPDATE)
   UPDATE certificate_states SET feed_seq = places.seq
   FROM places JOIN held ON held.certificate_id = places.id WHERE certificate_states.certificate_id = places.id`,
);

export function certificateStore(db: Database) {
  const current = () =>
    db
      .select({
        sealed: ANSWERED,
        state: certificateStates,
        openFlags: openFlagCount,
        anchorQueuedAt: certificateAnchors.queuedAt,
        anchor: ANCHOR,
      })
      .from(certificates)
      .innerJoin(certificateStates, eq(certificateStates.certificateId, certificates.id))
      .leftJoin(certificateAnchors, eq(certificateAnchors.certificateId, certificates.id))
      .leftJoin(chainOutbox, eq(chainOutbox.id, certificateAnchors.outboxId));

  /** Prepared once per connection, because every verify cache miss runs it. Lazy, because most transactions never do. */
  const prepareCurrent = () =>
    current()
      .where(sql`${certificates.id} = ANY(${sql.placeholder('ids')})`)
      .prepare('certificates_current');
  let findCurrent: ReturnType<typeof prepareCurrent> | undefined;

  return {
    async insert(sealed: SealedRow, state: StateRow): Promise<void> {
      await insertSealed(db, sealed);
      await insertState(db, state);
    },

    async findSealed(id: CertificateId): Promise<SealedRow | undefined> {
      const [row] = await db.select().from(certificates).where(eq(certificates.id, id));
      return row;
    },

    async findBySubmission(submissionId: string): Promise<SealedRow | undefined> {
      const [row] = await findBySubmission(db, { submissionId });
      return row;
    },

    async findCurrent(ids: readonly string[]): Promise<CurrentRow[]> {
      if (ids.length === 0) return [];
      findCurrent ??= prepareCurrent();
      return findCurrent.execute({ ids: [...ids] });
    },

    /** Valid certificates first, then the newest, so that the limit never hides a usable match. */
    async findByDigest({ columns, sha256, treeSha256, limit }: DigestSearch): Promise<CurrentRow[]> {
      return current()
        .where(and(or(...columns.map((column) => eq(certificates[column], sha256))), fitsTree(treeSha256)))
        .orderBy(
          sql`(${certificateStates.status} = 'APPROVED' AND ${openFlagCount} = 0) DESC`,
          desc(certificates.sealedAt),
          desc(certificates.id),
        )
        .limit(limit);
    },

    /** The certificates that cover each digest of a list, at most `limit` per digest. One statement for any length of the list. */
    async matchDigests(asked: readonly AskedDigest[], limit: number): Promise<DigestMatch[]> {
      if (asked.length === 0) return [];
      return matchDigests(db, [asked.map(({ sha256 }) => sha256), asked.map(({ treeSha256 }) => treeSha256), limit]);
    },

    /** Locks the mutable state, so that changes of one certificate run one after the other. */
    async lockState(id: string): Promise<StateRow | undefined> {
      const [row] = await db
        .select()
        .from(certificateStates)
        .where(eq(certificateStates.certificateId, id))
        .for('update');
      return row;
    },

    /** Issues the versions of one skill one after the other, so that each version sees the one before it. */
    async lockSkill(skillKey: string): Promise<void> {
      await lockSkill(db, [skillKey]);
    },

    /** Locks the other certificates of a skill in id order, the common lock order for several certificates. */
    async lockOtherVersions(skillKey: string, id: string): Promise<StateRow[]> {
      const rows = await lockOtherVersions(db, { skillKey, id });
      return rows.map(({ state }) => state);
    },

    async setState({ certificateId, ...state }: Omit<StateRow, 'feedSeq' | 'reAudit'>): Promise<void> {
      await db.update(certificateStates).set(state).where(eq(certificateStates.certificateId, certificateId));
    },

    async setReAudit(id: string, reAudit: DecidedReAudit): Promise<void> {
      await db.update(certificateStates).set({ reAudit }).where(eq(certificateStates.certificateId, id));
    },

    async addStatusChange(change: Omit<StatusChangeRow, 'position'>): Promise<void> {
      const { certificateId, status, statusReason, revoked, note, at } = change;
      await addStatusChange(db, [certificateId, status, statusReason, revoked, note, at]);
    },

    /** Each change has its leaf index in the transparency log. */
    async listStatusChanges(id: string): Promise<LoggedChange[]> {
      const isItsLeaf = and(
        eq(logLeaves.certificateId, certificateStatusChanges.certificateId),
        eq(logLeaves.position, certificateStatusChanges.position),
      );
      return db
        .select({ ...CHANGE, logIndex: logLeaves.leafIndex })
        .from(certificateStatusChanges)
        .leftJoin(logLeaves, isItsLeaf)
        .where(eq(certificateStatusChanges.certificateId, id))
        .orderBy(asc(certificateStatusChanges.position));
    },

    /** Moves certificates to the position of their newest published event, which orders the feed. Locks in id order. */
    async touchFeed(places: ReadonlyMap<string, number>): Promise<void> {
      if (places.size > 0) await touchFeed(db, [[...places.keys()], [...places.values()]]);
    },
  };
}
export type CertificateStore = ReturnType<typeof certificateStore>;
