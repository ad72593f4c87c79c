import type { Actor, Developer } from '../../platform/auth/index.ts';
import type { OwnerStore } from './owners.store.ts';

type Side = Pick<Developer, 'kind' | 'accountId'> | Pick<Actor, 'kind' | 'actorId' | 'walletAddress'>;

/** The principals whose submissions and certificates a caller owns, in the format of `principalOf`. The caller comes first. */
export function createOwners(store: OwnerStore) {
  return async function ownersOf(caller: Side): Promise<string[]> {
    if (caller.kind === 'dev') {
      const agents = await store.listAgentsOf(caller.accountId);
      return [`account:${caller.accountId}`, ...agents.map((id) => `actor:${id}`)];
    }
    const accounts = await store.listAccountsWith(caller.walletAddress);
    return [`actor:${caller.actorId}`, ...accounts.map((id) => `account:${id}`)];
  };
}
export type OwnersOf = ReturnType<typeof createOwners>;
