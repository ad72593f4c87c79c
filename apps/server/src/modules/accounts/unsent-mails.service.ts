import type { MailStore } from '../../platform/mail/index.ts';

type Deps = { readonly store: Pick<MailStore, 'deleteOlderThan'>; readonly clock: { now(): Date } };

/** A mail older than this contains no valid code. */
const UNSENT_LIFE_MS = 86_400_000;

export function createUnsentMails({ store, clock }: Deps) {
  return {
    deleteOld: (): Promise<void> => store.deleteOlderThan(new Date(clock.now().getTime() - UNSENT_LIFE_MS)),
  };
}
