import { toPublicFlag } from './flags.answer.ts';
import type { OwnedStore } from './owned.store.ts';

/** Summarizes all certificates of an owner's wallets. */
export function createOwnedCertificates(store: OwnedStore) {
  return {
    async summary(wallets: readonly string[], flagsMax: number) {
      const [byStatus, flagged, openFlags] = await Promise.all([
        store.countByStatus(wallets),
        store.countFlagged(wallets),
        store.listOpenFlags(wallets, flagsMax),
      ]);
      return {
        counts: { ...byStatus, flagged },
        openFlags: openFlags.map((flag) => toPublicFlag(flag)),
      };
    },
  };
}
