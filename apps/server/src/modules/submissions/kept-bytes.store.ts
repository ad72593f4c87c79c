import { type Database, statement } from '../../platform/db/index.ts';

type Unsubmitted = {
  readonly quoteId: string;
  readonly owner: string;
  readonly bundleSha256: string;
  readonly bytes: number;
};
type Kept = { readonly own: string; readonly all: string };

const ACCOUNT = 'account:';

const lockOwner = statement('kept_bytes_lock', "SELECT pg_advisory_xact_lock(hashtextextended('kept ' || $1, 0))");
const addUnsubmitted = statement(
  'kept_bytes_add',
  'INSERT INTO unsubmitted_bytes (quote_id, owner, bundle_sha256, bytes) VALUES ($1, $2, $3, $4)',
);
/** Bytes of one owner, except one bundle and one draft, and bytes of all owners. */
const measure = statement<Kept>(
  'kept_bytes_measure',
  `SELECT
     (SELECT coalesce(sum(bytes), 0) FROM (
        SELECT DISTINCT bundle_sha256, bytes FROM unsubmitted_bytes WHERE owner = $1 AND bundle_sha256 IS DISTINCT FROM $2) own)
     + (SELECT coalesce(sum(bytes), 0) FROM drafts WHERE account_id = $3 AND id IS DISTINCT FROM $4) AS own,
     (SELECT coalesce(sum(bytes), 0) FROM (SELECT DISTINCT bundle_sha256, bytes FROM unsubmitted_bytes) all_bundles)
     + (SELECT coalesce(sum(bytes), 0) FROM drafts) AS all`,
);

export type Besides = { readonly bundleSha256?: string; readonly draftId?: string };

/** Stored bytes without a payment. */
export function keptBytesStore(db: Database) {
  return {
    /** Serialises the transactions that count and add one owner's bytes. */
    async lock(owner: string): Promise<void> {
      await lockOwner(db, [owner]);
    },
    /** `besides` is about to be replaced or stored again, so it does not count as the owner's. */
    async measure(owner: string, besides: Besides = {}): Promise<{ own: number; all: number }> {
      const accountId = owner.startsWith(ACCOUNT) ? owner.slice(ACCOUNT.length) : null;
      const [row] = await measure(db, [owner, besides.bundleSha256 ?? null, accountId, besides.draftId ?? null]);
      return { own: Number(row?.own ?? 0), all: Number(row?.all ?? 0) };
    },
    async addUnsubmitted({ quoteId, owner, bundleSha256, bytes }: Unsubmitted): Promise<void> {
      await addUnsubmitted(db, [quoteId, owner, bundleSha256, bytes]);
    },
  };
}
export type KeptBytesStore = ReturnType<typeof keptBytesStore>;
