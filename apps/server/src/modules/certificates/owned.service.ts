import { toPublicFlag } from './flags.answer.ts';
import type { OwnedStore } from './owned.store.ts';

/** What the owner of some wallets wants to know of all their certificates at once. */
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
