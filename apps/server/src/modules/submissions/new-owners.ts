import { NEW_OWNER_LIMITS, Problem } from '@assay/protocol';
import type { SubmissionStore } from './submissions.store.ts';

type Deps = {
  readonly store: Pick<SubmissionStore, 'countOpen' | 'hasCertified'>;
  /** Off on a service that only its own machine can reach. */
  readonly isLimited: boolean;
};

/**
 * Reviews are cheap for an attacker who pays in order to learn what passes. An owner without a certificate has few of
 * them at a time. The limit is checked before the payment, so requests at the same moment can exceed it by some.
 */
export function createNewOwners({ store, isLimited }: Deps) {
  return {
    async requireRoom(owner: string): Promise<void> {
      const max = NEW_OWNER_LIMITS.openReviewsMax;
      if (!isLimited || (await store.countOpen(owner)) < max) return;
      if (!(await store.hasCertified(owner))) throw new Problem('new_owner_limit', { max });
    },
  };
}
export type NewOwners = ReturnType<typeof createNewOwners>;
