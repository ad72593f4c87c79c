import { Problem } from '@assay/protocol';
import type { Besides, KeptBytesStore } from './kept-bytes.store.ts';

/** What may be kept for callers who have not paid for it, and for how long. */
export type StorageLimits = {
  readonly perPrincipalBytes: number;
  readonly totalBytes: number;
  /** Longer than a quote holds and a late transfer for it would be sent back. */
  readonly unsubmittedMs: number;
  /** For an unchanged draft. */
  readonly draftMs: number;
};
type Asked = { readonly owner: string; readonly bytes: number; readonly besides?: Besides };

/** Validating and drafting are free, and their bytes stay on our disk: each caller has a share of it, and all of them an end. */
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
