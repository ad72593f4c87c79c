import { Problem } from '@assay/protocol';
import type { Besides, KeptBytesStore } from './kept-bytes.store.ts';

/** Limits on stored bytes without a payment, and their retention. */
export type StorageLimits = {
  readonly perPrincipalBytes: number;
  readonly totalBytes: number;
  /** Longer than the validity of a quote plus the grace period for a late transfer. */
  readonly unsubmittedMs: number;
  /** Retention of an unchanged draft. */
  readonly draftMs: number;
};
type Asked = { readonly owner: string; readonly bytes: number; readonly besides?: Besides };

/**
 * Validation and drafts are free, and their bytes occupy the service's disk. Each caller has a limit, and so do all
 * together.
 */
export function createStorageQuota(limits: StorageLimits) {
  async function requireRoom(kept: KeptBytesStore, { owner, bytes, besides = {} }: Asked): Promise<void> {
    const { own, all } = await kept.measure(owner, besides);
    const { perPrincipalBytes: bytesMax, totalBytes } = limits;
    if (own + bytes > bytesMax) throw new Problem('storage_quota_reached', { bytesMax, bytesKept: own });
    if (all + bytes > totalBytes) throw new Problem('storage_full');
  }

  return {
    requireRoom,
    /** Exact for one owner: locked until this transaction ends. */
    async requireRoomIn(tx: { readonly keptBytes: KeptBytesStore }, asked: Asked): Promise<void> {
      await tx.keptBytes.lock(asked.owner);
      await requireRoom(tx.keptBytes, asked);
    },
  };
}
export type StorageQuota = ReturnType<typeof createStorageQuota>;
