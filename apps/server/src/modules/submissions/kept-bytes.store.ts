import { type Database, statement } from '../../platform/db/index.ts';

type Unsubmitted = {
  readonly quoteId: string;
  readonly owner: string;
  readonly origin: string;
  readonly bundleSha256: string;
  readonly bytes: number;
};
type Bytes = { readonly bytes: string };
/** One bundle or draft that may be deleted. */
type Holding = { readonly ids: string[]; readonly isDraft: boolean };
type Largest = {
  /** The origin to delete from. Null for all of them. */
  readonly within: string | null;
  /** Who is about to store how much: this counts as held. */
  readonly origin: string;
  readonly owner: string;
  readonly bytes: number;
  readonly besides: Besides;
  /** The bytes to free. */
  readonly excess: number;
};

const ACCOUNT = 'account:';

const lockOwner = statement('kept_bytes_lock', "SELECT pg_advisory_xact_lock(hashtextextended('kept ' || $1, 0))");
const addUnsubmitted = statement(
  'kept_bytes_add',
  'INSERT INTO unsubmitted_bytes (quote_id, owner, origin, bundle_sha256, bytes) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
);
/** Bytes of one owner, except one bundle and one draft. */
const measureOwn = statement<Bytes>(
  'kept_bytes_measure_own',
  `SELECT
     (SELECT coalesce(sum(bytes), 0) FROM (
        SELECT DISTINCT bundle_sha256, bytes FROM unsubmitted_bytes WHERE owner = $1 AND bundle_sha256 IS DISTINCT FROM $2) own)
     + (SELECT coalesce(sum(bytes), 0) FROM drafts WHERE account_id = $3 AND id IS DISTINCT FROM $4) AS bytes`,
);
/** Bytes of one origin or of all, except one bundle and one draft. */
const measureAll = statement<Bytes>(
  'kept_bytes_measure_all',
  `SELECT
     (SELECT coalesce(sum(bytes), 0) FROM (SELECT DISTINCT bundle_sha256, bytes FROM unsubmitted_bytes
        WHERE ($1::text IS NULL OR origin = $1) AND bundle_sha256 IS DISTINCT FROM $2) bundles)
     + (SELECT coalesce(sum(bytes), 0) FROM drafts
        WHERE ($1::text IS NULL OR origin = $1) AND id IS DISTINCT FROM $3) AS bytes`,
);
/**
 * Content of the largest holders, until enough is freed: the largest origin first, in it the largest owner, bundles
 * before drafts, the oldest first. Content with a payment in progress is not listed.
 */
const listLargest = statement<Holding>(
  'kept_bytes_list_largest',
  `WITH kept AS (
     SELECT array_agg(u.quote_id) AS ids, false AS is_draft, min(coalesce(u.origin, u.owner)) AS origin, u.owner,
       max(u.bytes) AS bytes, min(i.sealed_at) AS at
     FROM unsubmitted_bytes u JOIN sealed_inputs i USING (quote_id)
     WHERE u.bundle_sha256 IS DISTINCT FROM $5
     GROUP BY u.owner, u.bundle_sha256
     HAVING bool_and(u.quote_id::text NOT IN
       (SELECT quote->>'id' FROM payment_intents WHERE state IN ('PENDING', 'PAID') AND quote IS NOT NULL))
     UNION ALL
     SELECT ARRAY[id], true, coalesce(origin, '${ACCOUNT}' || account_id), '${ACCOUNT}' || account_id, bytes, updated_at
     FROM drafts WHERE state = 'OPEN' AND id IS DISTINCT FROM $6
   ), sized AS (
     SELECT kept.*, row_number() OVER () AS number,
       sum(bytes) OVER (PARTITION BY origin) + CASE WHEN origin = $2 THEN $4::bigint ELSE 0 END AS of_origin,
       sum(bytes) OVER (PARTITION BY origin, owner) + CASE WHEN owner = $3 THEN $4::bigint ELSE 0 END AS of_owner
     FROM kept WHERE $1::text IS NULL OR origin = $1
   ), ranked AS (
     SELECT *, sum(bytes) OVER (ORDER BY of_origin DESC, origin, of_owner DESC, owner, is_draft, at, number) AS freed
     FROM sized
   )
   SELECT ids, is_draft AS "isDraft" FROM ranked WHERE freed - bytes < $7 ORDER BY freed`,
);
/** Locked rows belong to a payment or a change in progress and are left alone. */
const lockInputs = statement<{ id: string }>(
  'kept_bytes_lock_inputs',
  'SELECT quote_id AS id FROM sealed_inputs WHERE quote_id = ANY($1) FOR UPDATE SKIP LOCKED',
);
const forgetQuotes = statement(
  'kept_bytes_forget_quotes',
  `UPDATE drafts SET quote_id = NULL
   WHERE id IN (SELECT id FROM drafts WHERE quote_id = ANY($1) FOR UPDATE SKIP LOCKED)`,
);
const deleteInputs = statement<{ id: string }>(
  'kept_bytes_delete_inputs',
  `DELETE FROM sealed_inputs i WHERE quote_id = ANY($1)
     AND NOT EXISTS (SELECT FROM submissions s WHERE s.quote_id = i.quote_id)
     AND NOT EXISTS (SELECT FROM drafts d WHERE d.quote_id = i.quote_id)
   RETURNING quote_id AS id`,
);
const deleteDrafts = statement<{ id: string }>(
  'kept_bytes_delete_drafts',
  `DELETE FROM drafts WHERE state = 'OPEN'
     AND id IN (SELECT id FROM drafts WHERE id = ANY($1) FOR UPDATE SKIP LOCKED) RETURNING id`,
);

export type Besides = { readonly bundleSha256?: string; readonly draftId?: string };

/** Stored bytes without a payment. */
export function keptBytesStore(db: Database) {
  const deleteHoldings = async (holdings: readonly Holding[]): Promise<number> => {
    const idsOf = (isDraft: boolean) => holdings.filter((one) => one.isDraft === isDraft).flatMap(({ ids }) => ids);
    const locked = (await lockInputs(db, [idsOf(false)])).map(({ id }) => id);
    await forgetQuotes(db, [locked]);
    const inputs = await deleteInputs(db, [locked]);
    return inputs.length + (await deleteDrafts(db, [idsOf(true)])).length;
  };

  return {
    /** Serialises the transactions that count and add one owner's bytes. */
    async lock(owner: string): Promise<void> {
      await lockOwner(db, [owner]);
    },
    /** Serialises the transactions that delete content of others. Taken after `lock`. */
    async lockAll(): Promise<void> {
      await lockOwner(db, ['']);
    },
    /** `besides` is about to be replaced or stored again, so it does not count. */
    async measureOwn(owner: string, { bundleSha256, draftId }: Besides): Promise<number> {
      const accountId = owner.startsWith(ACCOUNT) ? owner.slice(ACCOUNT.length) : null;
      const [row] = await measureOwn(db, [owner, bundleSha256 ?? null, accountId, draftId ?? null]);
      return Number(row?.bytes);
    },
    async measureAll(within: string | null, { bundleSha256, draftId }: Besides): Promise<number> {
      const [row] = await measureAll(db, [within, bundleSha256 ?? null, draftId ?? null]);
      return Number(row?.bytes);
    },
    async addUnsubmitted({ quoteId, owner, origin, bundleSha256, bytes }: Unsubmitted): Promise<void> {
      await addUnsubmitted(db, [quoteId, owner, origin, bundleSha256, bytes]);
    },
    /** Deletes unpaid content of the largest holders, and returns how many rows were deleted. */
    async deleteLargest({ within, origin, owner, bytes, besides, excess }: Largest): Promise<number> {
      const { bundleSha256 = null, draftId = null } = besides;
      const holdings = await listLargest(db, [within, origin, owner, bytes, bundleSha256, draftId, excess]);
      return deleteHoldings(holdings);
    },
  };
}
export type KeptBytesStore = ReturnType<typeof keptBytesStore>;
