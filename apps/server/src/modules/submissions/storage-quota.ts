import { createHmac } from 'node:crypto';
import { Problem } from '@assay/protocol';
import type { BundleStore } from './bundles.store.ts';
import type { Besides, KeptBytesStore } from './kept-bytes.store.ts';

/** Limits on stored bytes without a payment, and their retention. */
export type StorageLimits = {
  readonly perPrincipalBytes: number;
  readonly perAddressBytes: number;
  readonly totalBytes: number;
  /** Longer than the validity of a quote plus the grace period for a late transfer. */
  readonly unsubmittedMs: number;
  /** Retention of an unchanged draft. */
  readonly draftMs: number;
};
type Asked = {
  readonly owner: string;
  readonly bytes: number;
  /** The network address of the request, as rate limits count it. */
  readonly client: string;
  readonly besides?: Besides;
};
type QuotaTransaction = { readonly keptBytes: KeptBytesStore; readonly bundles: Pick<BundleStore, 'deleteUnused'> };
type Deps = { readonly limits: StorageLimits; readonly addressKey: Uint8Array; readonly clock: { now(): Date } };

/**
 * Validation and drafts are free, and their bytes occupy the service's disk. Each caller has a limit. When the share of
 * a network address or of the whole service is full, unpaid content of the largest holders is deleted.
 */
export function createStorageQuota({ limits, addressKey, clock }: Deps) {
  const { perPrincipalBytes: bytesMax, perAddressBytes, totalBytes } = limits;
  const originOf = (client: string): string => createHmac('sha256', addressKey).update(client).digest('hex');

  async function requireOwnRoom(kept: KeptBytesStore, { owner, bytes, besides = {} }: Omit<Asked, 'client'>) {
    const own = await kept.measureOwn(owner, besides);
    if (own + bytes > bytesMax) throw new Problem('storage_quota_reached', { bytesMax, bytesKept: own });
  }

  async function makeRoom({ keptBytes, bundles }: QuotaTransaction, asked: Asked, origin: string): Promise<void> {
    const { owner, bytes, besides = {} } = asked;
    const scopes = [
      { within: origin, max: perAddressBytes },
      { within: null, max: totalBytes },
    ];
    const excessOf = async ({ within, max }: (typeof scopes)[number]) =>
      (await keptBytes.measureAll(within, besides)) + bytes - max;
    for (const scope of scopes) {
      if ((await excessOf(scope)) <= 0) continue;
      await keptBytes.lockAll();
      for (let excess = await excessOf(scope); excess > 0; excess = await excessOf(scope)) {
        const largest = { within: scope.within, origin, owner, bytes, besides, excess };
        const deleted = await keptBytes.deleteLargest(largest);
        if (deleted === 0) throw new Problem('storage_full');
        await bundles.deleteUnused(new Date(clock.now().getTime() + 1), deleted);
      }
    }
  }

  return {
    /** Checks the caller's own limit. */
    requireOwnRoom,
    /** Exact for one owner: locked until this transaction ends. Returns the origin to store with the bytes. */
    async makeRoomIn(tx: QuotaTransaction, asked: Asked): Promise<string> {
      await tx.keptBytes.lock(asked.owner);
      await requireOwnRoom(tx.keptBytes, asked);
      const origin = originOf(asked.client);
      await makeRoom(tx, asked, origin);
      return origin;
    },
  };
}
export type StorageQuota = ReturnType<typeof createStorageQuota>;
